import type { FastifyRequest } from 'fastify'
import type { PersonalPage } from '#contract/personal-pages.ts'
import { VIEW_AS_HEADER } from '#contract/view-as.ts'

/**
 * Whether a page is opened in a window of its own, by GET: not read by a frame, a script or a prefetch, and not by an
 * operator who views as somebody else (decision 0110). `asks`: what its address may request, one thing at a time.
 */
export function isOpenedInWindow(
  { method, url, headers }: FastifyRequest,
  asks: PersonalPage['asks'] = {},
): boolean {
  const isOr = (name: string, value: string) =>
    headers[name] === undefined || headers[name] === value
  const [, asked] = url.split('?', 2)
  const known = Object.entries(asks).flatMap(([name, values]) => values.map((v) => `${name}=${v}`))
  return (
    method === 'GET' &&
    (asked === undefined || known.includes(asked)) &&
    isOr('sec-fetch-dest', 'document') &&
    isOr('sec-fetch-mode', 'navigate') &&
    headers['sec-purpose'] === undefined &&
    headers['purpose'] === undefined &&
    headers[VIEW_AS_HEADER] === undefined
  )
}
