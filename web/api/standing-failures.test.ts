import { notifyManager, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

const refused = new Error('refused')

/** A read that was refused and is shown somewhere, and the next response, which the test gives. */
async function refusedRead(queries: QueryClient) {
  let reply: (data: string) => void = () => undefined
  let isRefused = true
  const options = {
    queryKey: ['a read'],
    retry: false,
    queryFn: () =>
      isRefused
        ? Promise.reject(refused)
        : new Promise<string>((resolve) => {
            reply = resolve
          }),
  }
  const observer = new QueryObserver(queries, options)
  const seen: string[] = []
  // A component renders what holds once all notifications of a change are in.
  const render = notifyManager.batchCalls(() => seen.push(observer.getCurrentResult().status))
  const leave = observer.subscribe(render)
  await expect.poll(() => observer.getCurrentResult().status).toBe('error')
  seen.length = 0
  isRefused = false
  return { observer, options, seen, leave, reply: (data: string) => reply(data) }
}

test('a failure stands while its read is repeated, until the response is here', async () => {
  const queries = createQueryClient()
  const { observer, seen, leave, reply } = await refusedRead(queries)
  const repeated = queries.invalidateQueries({ queryKey: ['a read'] })
  expect(observer.getCurrentResult()).toMatchObject({ error: refused, isFetching: true })
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('fetching')
  reply('here')
  await repeated
  expect(observer.getCurrentResult()).toMatchObject({ data: 'here', error: null })
  await expect.poll(() => seen.at(-1)).toBe('success')
  expect(seen).not.toContain('pending')
  leave()
})

test('a failure is forgotten once nothing shows it: whoever comes next sees that it loads', async () => {
  const queries = createQueryClient()
  const { options, leave, reply } = await refusedRead(queries)
  leave()
  const next = new QueryObserver(queries, options)
  const leaveNext = next.subscribe(() => undefined)
  expect(next.getCurrentResult()).toMatchObject({ status: 'pending', error: null })
  reply('here')
  leaveNext()
})

test('a failure is forgotten when its read is reset', async () => {
  const queries = createQueryClient()
  const { observer, leave, reply } = await refusedRead(queries)
  const repeated = queries.resetQueries({ queryKey: ['a read'] })
  expect(observer.getCurrentResult()).toMatchObject({ status: 'pending', error: null })
  reply('here')
  await repeated
  leave()
})
