import { expect, test } from 'vitest'
import type { OperatorDifference, OperatorOverview } from '#contract/operator-record-schemas.ts'
import { proposalWords } from '#contract/operator-proposal-words.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { drawn, wordsOf } from '#web/testing/drawn.tsx'
import { differenceColumns } from './difference-columns.tsx'
import { ResolveDialog } from './ResolveDialog.tsx'

const difference: OperatorDifference = {
  id: '7',
  kind: 'return_failed',
  payment_id: null,
  provider_id: 're_7',
  detail: 'The card refuses it.',
  owed_amount: 1_200,
  found_at: '2026-06-01T10:00:00.000Z',
  resolved_at: null,
  owner_name: null,
  own: true,
  note: null,
  second_person: false,
  proposal: null,
}
const proposal = {
  id: 'p',
  act: 'resolve_difference' as const,
  subject_id: '7',
  sentence: 'a payout by hand: $1,200.00',
  project_title: null,
  amount: 1_200,
  reason: 'Sent by wire.',
  proposed_by: 'Ana Abel',
  proposed_at: '2026-06-01T10:00:00.000Z',
  expires_at: '2026-06-08T10:00:00.000Z',
  own: false,
  digest: 'ab',
}

const dialog = (second_person: boolean) =>
  wordsOf(<ResolveDialog difference={{ ...difference, second_person }} onClose={() => undefined} />)

test('an amount that one operator resolves is paid out first, and booked under their name', () => {
  const said = dialog(false)
  for (const words of [
    'Resolve return failed',
    'Pay it out first',
    'booked as paid by you',
    'Paid out',
  ])
    expect(said).toContain(words)
  expect(said).not.toContain(proposalWords.propose)
})

test('an amount that needs two people is proposed: nothing is paid out before the second confirms', () => {
  const said = dialog(true)
  for (const words of [
    proposalWords.payoutTitle('return failed'),
    proposalWords.payoutHint('$1,200.00'),
    proposalWords.payoutAmount,
    `Cancel ${proposalWords.propose}`,
  ])
    expect(said).toContain(words)
  expect(said).not.toContain('booked as paid by you')
})

const row = (of: OperatorDifference) =>
  drawn(
    <>
      {differenceColumns.map(({ name, cell }) => (
        <div key={name}>{cell(of)}</div>
      ))}
    </>,
    (cache) =>
      cache.setQueryData(apiQuery('operator.overview').queryKey, {
        may: ['operator.take_difference', 'operator.confirm_proposal'],
      } as unknown as OperatorOverview),
  )

test('a row shows its proposal, and cannot be resolved while one is open', () => {
  expect(row(difference)).toContain('>Resolve</')
  const waiting = row({ ...difference, second_person: true, proposal })
  expect(waiting).not.toContain('>Resolve</')
  for (const words of ['A payout by hand: $1,200.00', 'Proposed by Ana Abel', '>Confirm</'])
    expect(waiting).toContain(words)
  expect(row({ ...difference, proposal: { ...proposal, own: true } })).toContain(
    proposalWords.waits,
  )
})
