import { expect, test } from 'vitest'
import { dealState } from '#contract/deal-state.ts'
import { reachableDeals } from '#tests/support/reachable-deals.ts'
import { creatorStage, takesWork } from './creator-stage.ts'

const deals = reachableDeals().facts.filter(({ accepted }) => accepted)

test('work can be handed in exactly while the server accepts it and the deal is not paid', () => {
  for (const facts of deals) {
    // deliverable.not_accepted, deliverable.money_returned; a finished deal needs nothing more.
    const taken = facts.project === 'in_progress' && facts.money?.status !== 'refunded'
    const isPaid = facts.money?.status === 'released'
    expect([takesWork(creatorStage(facts)), facts]).toEqual([taken && !isPaid, facts])
  }
})

test('no work is handed in for money of which only extras are held any more', () => {
  const rests = deals.flatMap((facts) =>
    facts.money === null ? [] : [{ ...facts, money: { ...facts.money, isRest: true } }],
  )
  expect(rests.filter((facts) => takesWork(creatorStage(facts)))).toEqual([])
})

test('every deal state appears in the expected stages of its creator', () => {
  const stages = new Map<string, Set<string>>()
  for (const facts of deals) {
    const stage = creatorStage(facts)
    stages.set(stage, (stages.get(stage) ?? new Set()).add(dealState(facts)))
  }
  expect([...stages.keys()].toSorted()).toEqual(['done', 'in_review', 'over', 'revision', 'to_do'])
  // The work decides the stage, whatever happens to the money.
  const held = ['answer', 'bank_frozen', 'decided', 'decision', 'held_again']
  const moving = ['releasing', 'returning', 'returning_part']
  const unpaid = ['charging', 'failed', 'paying', 'turned_away', 'unfunded']
  const cancelled = ['cancelled', 'cancelled_held', 'cancelled_late', 'cancelled_paying']
  const expected = {
    to_do: [...unpaid, ...held, ...moving, 'work'],
    in_review: [...unpaid, ...held, ...moving, 'review', 'approved'],
    revision: [...unpaid, ...held, ...moving, 'revision'],
    over: [...cancelled, ...held, ...moving, 'returned', 'bank_took'],
    done: ['paid', 'paid_bank_lost', 'paid_disputed'],
  }
  expect(Object.fromEntries(stages)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([stage, of]) => [stage, new Set(of)])),
  )
})
