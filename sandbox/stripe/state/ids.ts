import { randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id in Stripe's form: the object's prefix and 24 random characters, `ch_1a…`. */
export function newId(prefix: string, length = 24): string {
  let tail = ''
  for (let i = 0; i < length; i += 1) tail += LETTERS[randomInt(LETTERS.length)] ?? '0'
  return `${prefix}_${tail}`
}
