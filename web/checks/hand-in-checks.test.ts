import { expect, test } from 'vitest'
import { draftOf, readChecks } from './hand-in-checks.ts'

const check = (check_id: string, machine: boolean | null = null, must = true) => ({
  check_id,
  text: check_id,
  kind: 'judged' as const,
  must,
  machine,
  found: null,
})

test('an unmet must needs a reason; a ticked check, a passed machine check and a wish need none', () => {
  const asked = [
    check('logo'),
    check('length', false),
    check('ratio', true),
    check('smile', null, false),
  ]
  const ticked = { ticked: true, of: 'logo', reason: '' }
  const why = { ticked: false, of: '', reason: '  Agreed by message. ' }
  expect(readChecks(asked, {})).toBeNull()
  expect(readChecks(asked, { logo: ticked })).toBeNull()
  // A tick does not make a long film short.
  expect(readChecks(asked, { logo: ticked, length: ticked })).toBeNull()
  expect(readChecks(asked, { logo: ticked, length: { ...why, reason: ' ' } })).toBeNull()
  expect(readChecks(asked, { logo: { ...why, ticked: true, of: 'logo' }, length: why })).toEqual([
    { check_id: 'logo', ticked: true, reason: null },
    { check_id: 'length', ticked: false, reason: 'Agreed by message.' },
    { check_id: 'ratio', ticked: false, reason: null },
    { check_id: 'smile', ticked: false, reason: null },
  ])
})

test('a tick is dropped when the text of its check changes, but the reason is kept', () => {
  const [before] = [check('logo')]
  const drafts = { logo: { ticked: true, of: 'logo', reason: 'Agreed by message.' } }
  expect(draftOf(before, drafts).ticked).toBe(true)
  const after = { ...before, text: 'The logo fills the picture.' }
  expect(draftOf(after, drafts)).toMatchObject({ ticked: false, reason: 'Agreed by message.' })
  expect(readChecks([after], { logo: { ...drafts.logo, reason: '' } })).toBeNull()
})
