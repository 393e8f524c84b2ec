import type { FastifyRequest } from 'fastify'
import { parseForm } from '#sandbox/stripe/objects/form-body.ts'

/** One field of a submitted form; empty when it was not sent. Bodies arrive as text. */
export function field(request: FastifyRequest, name: string): string {
  if (typeof request.body !== 'string') return ''
  const value = parseForm(request.body)[name]
  return typeof value === 'string' ? value : ''
}
