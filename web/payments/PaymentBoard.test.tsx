import { expect, test } from 'vitest'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import type { DealTold } from '#contract/deal-told.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { PaymentBoard } from './PaymentBoard.tsx'

/** The board of a deal that is not paid. */
const board = (deserted: boolean) =>
  wordsOf(
    <PaymentBoard
      projectId="p"
      applicationId="a"
      payment={null}
      told={
        {
          facts: { status: 'in_progress', applied: true, hired: true, work: {}, money: null },
          reader: 'owner',
          creator: 'Maya',
          amount: '$540.00',
        } as unknown as DealTold
      }
      cancelled={false}
      deserted={deserted}
      price={540}
      terms={DEFAULT_FEE_TERMS}
      creatorName="Maya"
      justFunded={false}
      onRelease={() => {}}
    />,
  )

test('a deal whose creator has left is not offered for payment, and the board says why', () => {
  expect(board(true)).not.toContain('Fund Escrow')
  expect(board(true)).toContain('there is nothing to pay for. You can cancel the project.')
})

test('any other unpaid deal can be paid', () => {
  expect(board(false)).toContain('Fund Escrow')
  expect(board(false)).not.toContain('nothing to pay for')
})
