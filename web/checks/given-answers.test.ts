import { MutationObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { DeliveryCheck } from '#contract/delivery-checks.ts'
import type { DeliveryChecks } from '#contract/delivery-check-schemas.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import {
  answersOf,
  type CheckAnswer,
  checksQuery,
  storeAnswer,
  withAnswers,
} from './given-answers.ts'

const check = (check_id: string): DeliveryCheck => ({
  check_id,
  text: check_id,
  kind: 'judged',
  must: true,
  machine: null,
  found: null,
  ticked: true,
  reason: null,
  holds: null,
  note: null,
})
const list = (...answers: CheckAnswer[]): DeliveryChecks => ({
  brief_version: 1,
  answers_shown: false,
  checks: ['logo', 'smile'].map((id) => ({
    ...check(id),
    ...answers.find(({ check_id }) => check_id === id),
  })),
})
const yes = { check_id: 'logo', holds: true, note: null }
const no = { check_id: 'smile', holds: false, note: 'Nobody does.' }

/** A server response that arrives when the test says so. */
function reply() {
  let resolve: (list: DeliveryChecks) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<DeliveryChecks>((...both) => ([resolve, reject] = both))
  return { promise, resolve, reject }
}

/** A page with the list, and a server that responds on demand. */
function page() {
  const queries = createQueryClient()
  const { queryKey } = checksQuery('d')
  queries.setQueryData(queryKey, list())
  const server: ReturnType<typeof reply>[] = []
  const give = (answer: CheckAnswer) =>
    new MutationObserver<DeliveryChecks, Error, CheckAnswer>(queries, {
      ...answersOf('d'),
      mutationFn: () => {
        const sent = reply()
        server.push(sent)
        return sent.promise
      },
      ...storeAnswer(queries, 'd'),
    }).mutate(answer)
  const shown = () =>
    withAnswers(
      queries.getQueryData(queryKey) ?? list(),
      queries
        .getMutationCache()
        .findAll({ mutationKey: answersOf('d').mutationKey, status: 'pending' })
        .map(({ state }) => state.variables as CheckAnswer),
    )
  return { queries, queryKey, server, give, shown }
}

test('a second answer stays while the first is being stored and the list is refetched', async () => {
  const { queries, queryKey, server, give, shown } = page()
  const first = give(yes)
  const second = give(no)
  expect(shown()).toEqual(list(yes, no))
  await expect.poll(() => server.length).toBe(1)
  server[0]?.resolve(list(yes))
  await first
  expect(shown()).toEqual(list(yes, no))
  // What the first response makes every page of the brand refetch.
  queries.setQueryData(queryKey, list(yes))
  expect(shown()).toEqual(list(yes, no))
  await expect.poll(() => server.length).toBe(2)
  server[1]?.resolve(list(yes, no))
  await second
  expect(shown()).toEqual(list(yes, no))
})

test('a refused answer is rolled back, and the other one stays', async () => {
  const { server, give, shown } = page()
  const first = give(yes)
  const second = give(no)
  await expect.poll(() => server.length).toBe(1)
  server[0]?.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  expect(shown()).toEqual(list(no))
  await expect.poll(() => server.length).toBe(2)
  server[1]?.resolve(list(no))
  await second
  expect(shown()).toEqual(list(no))
})

test('a list requested before an answer was stored does not overwrite that answer', async () => {
  const { queries, queryKey, server, give, shown } = page()
  const earlier = reply()
  const reading = queries.fetchQuery({ queryKey, queryFn: () => earlier.promise })
  const first = give(yes)
  await expect.poll(() => server.length).toBe(1)
  server[0]?.resolve(list(yes))
  await first
  earlier.resolve(list())
  await reading.catch(() => undefined)
  expect(shown()).toEqual(list(yes))
})
