import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Rules use the process's clock, `deps.clock()`: CLOCK_OFFSET_SECONDS and tests set it, and a remote database has
 * another clock. A statement that reads the database's clock compares values that the database wrote, or is not a rule.
 */
const BY_THE_DATABASE: Record<string, string> = {
  'server/conversations/message-store.ts':
    'messages are stamped under the lock of their conversation, in its order',
  'server/conversations/unpublished-messages.ts': 'compares those stamps',
  'server/db/migrate.ts': 'a column default',
  'server/fees/fee-terms-store.ts':
    'the trigger that freezes the terms of a deal reads the same table by the database’s clock',
  'server/jobs/dead-workers.ts': 'leases: every process compares with the one clock they share',
  'server/jobs/patient-pool.ts': 'the queue’s own times',
  'server/metrics/database-gauges.ts': 'ages of rows that are waiting; nothing is decided by them',
  'server/operator/jobs-store.ts': 'the queue’s own times',
  'server/payments/checks/ledger-checks.ts': 'ages of ledger rows, which the database stamped',
  'server/payments/checks/provider-checks.ts':
    'ages of ledger rows, differences and events, which the database stamped',
  'server/payments/ledger/money-differences.ts': 'stamps beside the column default, `found_at`',
  'server/payments/reconcile/platform-check.ts':
    'a snapshot: what was committed before the question to the provider',
  'server/payments/webhook/provider-events.ts': 'stamps beside the column default, `received_at`',
}

const CLOCK =
  /(?<![\w.])(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\b(?:current_timestamp|current_date|localtimestamp)\b/g

/** Uses of the database's clock in templates and quotes, outside comments. */
function readings(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  const texts = code.match(/`[^`]*`|'[^'\n]*'/g) ?? []
  return texts.flatMap((text) => text.match(CLOCK) ?? [])
}

test.each([
  ['sql`update a set at = now() where id = ${id}`', 1],
  ["sql`select 1 from a where at > current_timestamp - interval '1 day'`", 1],
  ["raw('clock_timestamp()')", 1],
  ['const at = performance.now()', 0],
  ['sql`update a set at = ${now}`', 0],
  ['/** Compared with `now()`. */', 0],
])('the scan counts the readings of the database clock in: %s', (source, count) => {
  expect(readings(source)).toHaveLength(count)
})

test('no server file reads the database’s clock, except those listed', () => {
  const files = execFileSync('git', ['ls-files', 'server'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const found = files.filter((file) => readings(readFileSync(file, 'utf8')).length > 0)
  expect(found).toEqual(Object.keys(BY_THE_DATABASE))
})
