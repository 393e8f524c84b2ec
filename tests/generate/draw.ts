/**
 * Repeatable randomness: the same number and question draw the same value in every run and in every table, so rows can
 * refer to each other without storing anything.
 */

/** An unsigned 32-bit number, evenly spread; for one `salt` no two numbers share theirs. */
function mix(n: number, salt: number): number {
  let x = Math.imul(n ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b)
  x ^= x >>> 13
  x = Math.imul(x, 0xc2b2ae35)
  x ^= x >>> 16
  x = Math.imul(x, 0x27d4eb2f)
  return (x ^ (x >>> 15)) >>> 0
}

/** A share in [0, 1) for the n-th thing; `question` keeps draws independent of each other. */
export const share = (n: number, question: number): number => mix(n, question) / 2 ** 32

/** A whole number from 0 up to but not including `below`. */
export const below = (n: number, question: number, limit: number): number =>
  Math.floor(share(n, question) * limit)

/** One of the given values. */
export function oneOf<Value>(values: readonly Value[], n: number, question: number): Value {
  const value = values[below(n, question, values.length)]
  if (value === undefined) throw new Error('There is nothing to choose from.')
  return value
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const hex16 = (x: number) => `${HEX[(x >>> 8) & 255]}${HEX[x & 255]}`
const hex32 = (x: number) => hex16(x >>> 16) + hex16(x & 0xffff)

/** The kinds of ids: the same n gives a different id for each kind. */
export const KINDS = {
  person: 100,
  project: 110,
  application: 120,
  file: 130,
  deliverable: 140,
  payment: 150,
  conversation: 160,
  message: 170,
  invitation: 180,
  offer: 240,
  package: 250,
  order: 280,
  identity: 190,
  search: 200,
  question: 210,
  answer: 220,
  review: 230,
  extra: 300,
  amendment: 310,
  report: 320,
  piece: 330,
  template: 340,
} as const

/** The id of the n-th thing of a kind (n below 2^32), unique and scattered like a random one. */
export function idOf(kind: keyof typeof KINDS, n: number): string {
  const salt = KINDS[kind]
  const [a, b, c, d] = [mix(n, salt), mix(n, salt + 1), mix(n, salt + 2), mix(n, salt + 3)]
  const version = hex16(((b & 0x0fff) | 0x4000) >>> 0)
  const variant = hex16((((c >>> 16) & 0x3fff) | 0x8000) >>> 0)
  return `${hex32(a)}-${hex16(b >>> 16)}-${version}-${variant}-${hex16(c & 0xffff)}${hex32(d)}`
}
