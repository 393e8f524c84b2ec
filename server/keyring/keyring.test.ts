import { describe, expect, test } from 'vitest'
import { createKeyring, type SealedThing, soleKey } from './keyring.ts'
import { versionOfBox } from './sealed-box.ts'

const secrets = new Map([
  [1, 'the first secret of the test'],
  [2, 'the second secret of the test'],
  [3, 'the third secret of the test'],
])
const upTo = (maker: number, versions = [1, 2, 3]) =>
  createKeyring({
    maker,
    secrets: new Map([...secrets].filter(([version]) => versions.includes(version))),
  })
/** The stages of a rotation, in order; adjacent stages run at the same time while processes are restarted. */
const STAGES = [
  soleKey('the first secret of the test'),
  upTo(1, [1, 2]),
  upTo(2, [1, 2]),
  upTo(2, [2]),
]
const NEIGHBOURS = STAGES.slice(1).flatMap((stage, index) => {
  const before = STAGES[index] ?? stage
  return [
    [index, before, stage],
    [index, stage, before],
  ] as const
})

describe('between any two neighbouring stages of a rotation, in both directions,', () => {
  test.each(NEIGHBOURS)(
    'a value encrypted by one is decrypted by the other (%i)',
    (_, one, other) => {
      const box = one.seal('second factor', 'JBSWY3DPEHPK3PXP')
      expect(other.open('second factor', box)).toBe('JBSWY3DPEHPK3PXP')
    },
  )

  test.each(NEIGHBOURS)(
    'a signature made by one is verified by the other (%i)',
    (_, one, other) => {
      const signature = one.sign('private file', 'private-file:1')
      expect(other.isSignatureOf('private file', 'private-file:1', signature)).toBe(true)
    },
  )
})

test('boxes and signatures contain their version, except for the first', () => {
  expect(versionOfBox(upTo(1).seal('mail', 'x'))).toBe(1)
  expect(versionOfBox(upTo(3).seal('mail', 'x'))).toBe(3)
  expect(upTo(1).sign('sanction', 'x')).toMatch(/^[\w-]{43}$/)
  expect(upTo(3).sign('sanction', 'x')).toMatch(/^3\.[\w-]{43}$/)
})

test('the first version stays compatible with releases from before versions existed', () => {
  const box = Buffer.from('BwcHBwcHBwcHBwcH6HJZHD7MLdcQVyNEzBCeKA9ge4QWVGE=', 'base64')
  expect(upTo(3).open('address', box)).toBe('Bristol')
  expect(upTo(1).sign('unsubscribe', 'unsubscribe:1:message')).toBe(
    '_UvgI0gsFhxVkqm8474DBAOemQO-cI35-8zLr-kNsV4',
  )
})

test('boxes and signatures of an unlisted version are refused', () => {
  const box = upTo(2).seal('address', 'Bristol')
  expect(upTo(1, [1]).open('address', box)).toBeNull()
  const signature = upTo(2).sign('statement', 'x')
  expect(upTo(1, [1]).isSignatureOf('statement', 'x', signature)).toBe(false)
})

test('boxes, signatures and MACs of one purpose are not valid for another', () => {
  const things: SealedThing[] = [
    'second factor',
    'signing key',
    'licence key',
    'document key',
    'address',
    'mail',
  ]
  const keys = upTo(2)
  for (const thing of things)
    for (const other of things.filter((one) => one !== thing))
      expect(keys.open(other, keys.seal(thing, 'x'))).toBeNull()
  const signature = keys.sign('statement', 'x')
  expect(keys.isSignatureOf('account export', 'x', signature)).toBe(false)
  expect(keys.mac('refresh', 'x').equals(keys.mac('account', 'x'))).toBe(false)
})

test('a box with any changed bit, or truncated anywhere, is refused', () => {
  for (const keys of [upTo(1), upTo(3)]) {
    const box = keys.seal('address', 'Bristol')
    for (let bit = 0; bit < box.length * 8; bit += 1) {
      const changed = Buffer.from(box)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(keys.open('address', changed)).toBeNull()
    }
    for (let length = 0; length < box.length; length += 1)
      expect(keys.open('address', box.subarray(0, length))).toBeNull()
  }
})

test('a signature is refused under another version, with another spelling of its version, or none', () => {
  const keys = upTo(3)
  const signature = keys.sign('private file', 'x')
  const bare = signature.slice(2)
  for (const forged of [
    `2.${bare}`,
    `1.${bare}`,
    `03.${bare}`,
    `3..${bare}`,
    bare,
    '3.',
    '',
    `4.${bare}`,
  ])
    expect(keys.isSignatureOf('private file', 'x', forged)).toBe(false)
})

test('a lookup value is the same whichever version is current; a MAC is not', () => {
  expect(upTo(1).lookup('account', 'x').equals(upTo(3).lookup('account', 'x'))).toBe(true)
  expect(upTo(2).mac('account', 'x').equals(upTo(3).mac('account', 'x'))).toBe(false)
})

test('a keyring without its current version is refused', () => {
  expect(() => upTo(4)).toThrow('no current version')
})
