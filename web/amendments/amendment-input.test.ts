import { expect, test } from 'vitest'
import type { DealAmendments } from '#contract/amendment-schemas.ts'
import { amendmentErrors, amendmentMessages } from '#contract/amendments.ts'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { dateSentence, draftOf, readAmendment } from './amendment-input.ts'

const TERMS: DealAmendments['terms'] = {
  price: 540,
  deliver_by: '2026-06-28',
  brief: null,
  fee_terms: DEFAULT_FEE_TERMS,
}
const DEAL = { terms: TERMS, held: null }
const NOTHING_NEW = amendmentErrors['amendment.nothing_new'].message

test('that nothing would change goes once anything changes, whichever field it is', () => {
  const same = draftOf(TERMS)
  const said = readAmendment(same, DEAL).errors?.deliver_by
  expect(said).toBe(NOTHING_NEW)
  expect(dateSentence(said, same, DEAL)).toBe(NOTHING_NEW)
  expect(dateSentence(said, { ...same, price: '500' }, DEAL)).toBeUndefined()
  expect(dateSentence(said, { ...same, deliver_by: '2026-07-01' }, DEAL)).toBeUndefined()
})

test('what is wrong with the date itself stays while another field changes', () => {
  const wrong = { ...draftOf(TERMS), deliver_by: '' }
  const said = readAmendment(wrong, DEAL).errors?.deliver_by
  expect(said).toBe(amendmentMessages.date)
  expect(dateSentence(said, { ...wrong, price: '500' }, DEAL)).toBe(amendmentMessages.date)
})
