import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { RouteKey } from '#contract/api.ts'
import type { ErrorCode, Problem } from '#contract/errors.ts'
import type { Reply, TestApi } from './api.ts'

type Somebody = { id: string } | null

/** Expects a refusal with this code. Returns its body for further checks. */
export function expectRefusal(reply: Reply<unknown>, code: ErrorCode): Problem {
  const problem = reply.body as Problem
  expect(problem).toMatchObject({ code, status: reply.status })
  return problem
}

/** Expects a call to be refused because of these fields. */
export function expectInvalid(reply: Reply<unknown>, ...fields: string[]): void {
  const problem = expectRefusal(reply, 'request.invalid')
  expect(Object.keys(problem.fields ?? {}).toSorted()).toEqual(fields.toSorted())
}

/**
 * Expects a call to return to a person exactly what it returns for ids that do not exist, so that nothing distinguishes
 * a hidden row from an absent one.
 */
export async function expectHidden(
  api: TestApi,
  as: Somebody,
  key: RouteKey,
  input: Record<string, unknown>,
): Promise<void> {
  const hidden = await api.call(as, key, input)
  const unknown = await api.call(as, key, withUnknownIds(input))
  expectRefusal(hidden, 'request.not_found')
  expect(withoutRequestId(hidden)).toEqual(withoutRequestId(unknown))
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The same input with every id replaced by one that was never issued. */
export function withUnknownIds(input: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(input).replace(UUID, () => randomUUID())) as Record<
    string,
    unknown
  >
}

function withoutRequestId({ status, body }: Reply<unknown>) {
  return { status, body: { ...(body as Problem), request_id: undefined } }
}
