import { expect, test } from 'vitest'
import type { Amendment, DealAmendments } from '#contract/amendment-schemas.ts'
import { amendmentErrors, amendmentMessages, type AmendmentStatus } from '#contract/amendments.ts'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { dateSentence, draftName, draftOf, readAmendment } from './amendment-input.ts'

const TERMS: DealAmendments['terms'] = {
  price: 540,
  parts: [540],
  rounds: 2,
  deliver_by: '2026-06-28',
  brief: null,
  fee_terms: DEFAULT_FEE_TERMS,
}
const DEAL = { terms: TERMS, held: null, price_fixed: null }
const NOTHING_NEW = amendmentErrors['amendment.nothing_new'].message

test('the error that nothing would change disappears once any term changes', () => {
  const same = draftOf(TERMS)
  const said = readAmendment(same, DEAL).errors?.deliver_by
  expect(said).toBe(NOTHING_NEW)
  expect(dateSentence(said, same, DEAL)).toBe(NOTHING_NEW)
  expect(dateSentence(said, { ...same, price: '500' }, DEAL)).toBeUndefined()
  expect(dateSentence(said, { ...same, deliver_by: '2026-07-01' }, DEAL)).toBeUndefined()
  expect(dateSentence(said, { ...same, rounds: '3' }, DEAL)).toBeUndefined()
  const brief = { ...same.brief, say: 'Under ten dollars' }
  expect(dateSentence(said, { ...same, with_brief: true, brief }, DEAL)).toBeUndefined()
  // A brief that is only looked at, and a note alone, change no term.
  expect(dateSentence(said, { ...same, with_brief: true }, DEAL)).toBe(NOTHING_NEW)
  expect(dateSentence(said, { ...same, note: 'Please.' }, DEAL)).toBe(NOTHING_NEW)
})

test('an error about the date itself stays when another field changes', () => {
  const wrong = { ...draftOf(TERMS), deliver_by: '' }
  const said = readAmendment(wrong, DEAL).errors?.deliver_by
  expect(said).toBe(amendmentMessages.date)
  expect(dateSentence(said, { ...wrong, price: '500' }, DEAL)).toBe(amendmentMessages.date)
})

test('a price that can no longer change is neither proposed nor validated', () => {
  const kept = { ...draftOf(TERMS), price: '500', deliver_by: '2026-07-01' }
  expect(readAmendment(kept, DEAL).input).toMatchObject({ price: 500 })
  const fixed = { ...DEAL, price_fixed: 'amendment.payment_begun' }
  expect(readAmendment(kept, fixed).input).toMatchObject({ price: null, deliver_by: '2026-07-01' })
  expect(readAmendment({ ...kept, price: '' }, fixed).errors).toBeNull()
  const priceAlone = { ...draftOf(TERMS), price: '500' }
  expect(readAmendment(priceAlone, fixed).errors?.deliver_by).toBe(NOTHING_NEW)
})

test('an accepted amendment gives drafts a new name; a declined or an open one does not', () => {
  const deal = (...statuses: AmendmentStatus[]) => ({
    project_id: 'p',
    terms: TERMS,
    amendments: statuses.map((status) => ({ status }) as Amendment),
  })
  expect(draftName(deal('declined', 'proposed'))).toBe(draftName(deal()))
  expect(draftName(deal('declined', 'accepted'))).not.toBe(draftName(deal('declined')))
})

test('a deadline moved by an arrived product gives drafts a new name', () => {
  const deal = { project_id: 'p', amendments: [], terms: TERMS }
  const arrived = { ...deal, terms: { ...TERMS, deliver_by: '2026-07-09' } }
  expect(draftName(arrived)).not.toBe(draftName(deal))
  expect(draftName({ ...deal, terms: { ...TERMS } })).toBe(draftName(deal))
})
