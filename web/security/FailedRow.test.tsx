import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { wordsOf } from '#web/testing/drawn.tsx'
import { AccountLogCard } from './AccountLogCard.tsx'
import { PasskeysRow } from './PasskeysRow.tsx'
import { RecoveryCodesRow } from './RecoveryCodesRow.tsx'
import { SessionList } from './SessionList.tsx'

const rows = [
  { name: 'Passkeys', row: <PasskeysRow />, key: ['passkeys', undefined] },
  {
    name: 'Recovery codes',
    row: <RecoveryCodesRow />,
    key: ['recovery codes left', undefined, false],
  },
] as const

/** These show more than their read. */
const lists = [
  { name: 'Sessions', row: <SessionList />, key: ['sessions.list', undefined] },
  { name: 'Recent activity', row: <AccountLogCard />, key: ['account.log', undefined] },
] as const

/** A row whose read has just failed. */
const afterFailure = (row: ReactNode, queryKey: QueryKey) =>
  wordsOf(row, (cache) => {
    cache.setDefaultOptions({ queries: { retryOnMount: false } })
    cache
      .getQueryCache()
      .build(cache, { queryKey })
      .setState({ status: 'error', error: new Error('The line is busy.'), errorUpdateCount: 1 })
  })

test.each([...rows, ...lists])(
  '$name: a failed read is shown, with a way to retry',
  ({ name, row, key }) => {
    expect(afterFailure(row, key)).toMatch(
      new RegExp(`^${name} .* could not be loaded The line is busy\\. Try again$`),
    )
  },
)

test.each(rows)('$name: nothing is shown before the first response', ({ row }) => {
  expect(wordsOf(row)).toBe('')
})
