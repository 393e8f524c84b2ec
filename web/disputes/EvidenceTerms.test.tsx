import { expect, test } from 'vitest'
import type { DisputeEvidence } from '#contract/dispute-schemas.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { EvidenceTerms } from './EvidenceTerms.tsx'

const names = { seller: 'Juniper Home', creator: 'Tess' }
const created_at = '2031-03-03T10:00:00Z'
const unchanged = {
  price: null,
  net: null,
  deliver_by: null,
  rounds: null,
  extra: null,
  brief_version: null,
  returned: null,
  note: null,
}
const change = { by: 'seller' as const, status: 'accepted' as const, created_at, ...unchanged }
const text = (evidence: Pick<DisputeEvidence, 'offers' | 'amendments'>) =>
  wordsOf(<EvidenceTerms evidence={evidence} names={names} />).replaceAll(' ,', ',')

test('offers and changes are numbered and list only the terms that they would change', () => {
  const words = text({
    offers: [
      {
        number: 1,
        by: 'creator',
        price: 310,
        net: 263.5,
        deliver_by: '2031-04-01',
        rounds: 1,
        note: 'With sound.',
        status: 'declined',
        created_at,
      },
    ],
    amendments: [
      { ...change, number: 1, price: 250, net: 212.5, changes_brief: false, returned: 60 },
      { ...change, number: 2, deliver_by: '2031-05-01', changes_brief: true, brief_version: 2 },
      { ...change, number: 3, price: 200, net: 170, changes_brief: false },
      { ...change, number: 4, price: 260, net: 221, extra: 60, rounds: 3, changes_brief: false },
    ],
  })
  expect(words).toContain(
    'O1 Offer by Tess: $310.00 ($263.50 for the creator), deliver by Apr 1, 2031, 1 round of revision With sound. Declined ·',
  )
  expect(words).toContain(
    'A1 Change proposed by Juniper Home: the price becomes $250.00 ($212.50 for the creator), with $60.00 returned Agreed ·',
  )
  expect(words).toContain(
    'A2 Change proposed by Juniper Home: deliver by May 1, 2031, version 2 of the brief Agreed ·',
  )
  expect(words).toContain(
    'A3 Change proposed by Juniper Home: the price becomes $200.00 ($170.00 for the creator) Agreed ·',
  )
  expect(words).toContain(
    'A4 Change proposed by Juniper Home: the price becomes $260.00 ($221.00 for the creator), with $60.00 to be paid for it, 3 rounds of revision Agreed ·',
  )
})

test('nothing is rendered for a deal without offers or changes', () => {
  expect(text({ offers: [], amendments: [] })).toBe('')
})
