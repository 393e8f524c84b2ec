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

test('deal states are grouped into the creator’s stages', () => {
  const stages = new Map<string, Set<string>>()
  for (const facts of deals) {
    const stage = creatorStage(facts)
    stages.set(stage, (stages.get(stage) ?? new Set()).add(dealState(facts)))
  }
  expect([...stages.keys()].toSorted()).toEqual(['done', 'in_review', 'over', 'revision', 'to_do'])
  expect([...(stages.get('done') ?? [])].toSorted()).toEqual([
    'paid',
    'paid_bank_lost',
    'paid_disputed',
  ])
  for (const [stage, state] of [
    ['to_do', 'work'],
    ['to_do', 'unfunded'],
    ['in_review', 'review'],
    ['in_review', 'approved'],
    ['revision', 'revision'],
    ['over', 'returned'],
    ['over', 'cancelled_held'],
  ] as const)
    expect(stages.get(stage)).toContain(state)
})
