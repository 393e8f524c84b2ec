import { expect, test } from 'vitest'
import { readChecks } from './hand-in-checks.ts'

const check = (check_id: string, machine: boolean | null = null, must = true) => ({
  check_id,
  text: check_id,
  kind: 'judged' as const,
  must,
  machine,
  found: null,
})

test('an open must needs a reason; a tick, a reading that holds and a wish need none', () => {
  const asked = [
    check('logo'),
    check('length', false),
    check('ratio', true),
    check('smile', null, false),
  ]
  const ticked = { ticked: true, reason: '' }
  const why = { ticked: false, reason: '  Agreed by message. ' }
  expect(readChecks(asked, {})).toBeNull()
  expect(readChecks(asked, { logo: ticked })).toBeNull()
  // A tick does not make a long film short.
  expect(readChecks(asked, { logo: ticked, length: ticked })).toBeNull()
  expect(readChecks(asked, { logo: ticked, length: { ticked: false, reason: ' ' } })).toBeNull()
  expect(readChecks(asked, { logo: { ...why, ticked: true }, length: why })).toEqual([
    { check_id: 'logo', ticked: true, reason: null },
    { check_id: 'length', ticked: false, reason: 'Agreed by message.' },
    { check_id: 'ratio', ticked: false, reason: null },
    { check_id: 'smile', ticked: false, reason: null },
  ])
})
