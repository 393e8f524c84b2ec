import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openWith, sealFor } from './age.ts'
import { Damaged, WrongKey } from './header.ts'
import {
  type Identity,
  identityText,
  makeIdentity,
  readIdentities,
  readRecipient,
  recipientText,
} from './keys.ts'

/** Made by the age library for JavaScript (age-encryption 0.3.1), with a key that is used for nothing else. */
const ELSEWHERE = {
  identity: 'AGE-SECRET-KEY-15ZPYAZ387CCSV4EE0968MLTEVXEHK3QWTN4GAFXQR43JKJULS6QS2CGALP',
  recipient: 'age1q3ua8rcxmealfh3lrxlsvpvqvt5972ug2qe6q7cej657a7xr2ufqjja3zt',
  sealed:
    'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBQUWVQaC80QzRWK1U1bzlCS1F3dm5EZXM3bmZ3ODgxWGFYNUNGOTYrVWpZCldOSnB1TWhqK3NSb1d1V0RlejlNdkVQSzVkWllQcjVTT0J5VUlLSU1Ca1EKLS0tIFIwMDhGWDlKWVNWYmRrYTdLbGt1c2JoTVJaS2xYM3NaSTl6M1lVcEh3TGcK9QCO/CF+v8AkoR4q4NQlGs4KkUWg6t4Z2N9K6AT6WxmWwnLcxEiki9FFqS+zdRloiyUAAvsEg/t6K8o=',
}

const PIECE = 65_536
const HEADER = 'age-encryption.org/v1\n'

/** A stream that yields `size` bytes at a time. */
const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  )
const seal = (text: Buffer, owner: Identity, size = 10_000): Promise<Buffer> =>
  buffer(sealFor([owner.recipient])(inPieces(text, size)))
const open = (sealed: Buffer, owners: readonly Identity[], size = 7_001): Promise<Buffer> =>
  buffer(openWith(owners)(inPieces(sealed, size)))

/** Bytes with a long period, so that swapped pieces differ. */
const bytes = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 9)) & 255))

describe('keys', () => {
  test('are read and written as age does', () => {
    const [identity] = readIdentities(`# created: today\n\n${ELSEWHERE.identity}\n`)
    expect(identity && recipientText(identity.recipient)).toBe(ELSEWHERE.recipient)
    expect(identity && identityText(identity)).toBe(ELSEWHERE.identity)
    expect(readRecipient(ELSEWHERE.recipient)).toEqual(identity?.recipient)
  })

  test('with one mistyped letter, or of the wrong kind, are refused', () => {
    for (let at = 0; at < ELSEWHERE.recipient.length; at += 1) {
      const letter = ELSEWHERE.recipient[at] === 'q' ? 'p' : 'q'
      const wrong = ELSEWHERE.recipient.slice(0, at) + letter + ELSEWHERE.recipient.slice(at + 1)
      expect(readRecipient(wrong), wrong).toBeNull()
    }
    expect(readRecipient(ELSEWHERE.identity)).toBeNull()
    expect(readIdentities(`${ELSEWHERE.recipient}\nanything`)).toEqual([])
  })
})

describe('a sealed file', () => {
  const owner = makeIdentity()

  test('made by another program can be opened', async () => {
    const sealed = Buffer.from(ELSEWHERE.sealed, 'base64')
    const text = await open(sealed, readIdentities(ELSEWHERE.identity), 11)
    expect(text.toString()).toBe('a word from another program')
  })

  test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])(
    'of %i bytes is restored unchanged for each recipient, however the stream is divided',
    async (length) => {
      const other = makeIdentity()
      const text = bytes(length)
      const sealed = await buffer(sealFor([owner.recipient, other.recipient])(inPieces(text, 999)))
      // A single byte occurs anywhere by chance; 32 of them do not.
      expect(length >= 32 && sealed.includes(text.subarray(0, 32))).toBe(false)
      for (const [identity, size] of [
        [owner, 1_000_000],
        [other, 1_013],
      ] as const)
        expect((await open(sealed, [makeIdentity(), identity], size)).equals(text)).toBe(true)
    },
  )

  test('opens for no one else', async () => {
    const sealed = await seal(bytes(100), owner)
    await expect(open(sealed, [makeIdentity()])).rejects.toThrow(WrongKey)
    await expect(open(sealed, [])).rejects.toThrow(WrongKey)
  })

  test('that is truncated anywhere, even between two pieces, or extended is refused as damaged', async () => {
    const sealed = await seal(bytes(2 * PIECE + 10), owner)
    const payload = sealed.indexOf('\n', sealed.indexOf('\n--- ') + 1) + 1 + 16
    const betweenPieces = [payload, payload + PIECE + 16, payload + 2 * (PIECE + 16)]
    for (const length of [
      ...betweenPieces,
      0,
      5,
      payload - 17,
      payload - 1,
      payload + 1,
      sealed.length - 1,
    ])
      await expect(open(sealed.subarray(0, length), [owner]), `${length}`).rejects.toThrow(Damaged)
    await expect(open(Buffer.concat([sealed, Buffer.from('x')]), [owner])).rejects.toThrow(Damaged)
  })

  test('with a changed bit in the header or any piece, or with reordered pieces, is refused', async () => {
    const sealed = await seal(bytes(2 * PIECE + 10), owner)
    const payload = sealed.indexOf('\n', sealed.indexOf('\n--- ') + 1) + 1 + 16
    for (const at of [
      0,
      HEADER.length + 1,
      payload - 20,
      payload - 1,
      payload,
      payload + PIECE + 40,
      sealed.length - 1,
    ]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(open(changed, [owner]), `${at}`).rejects.toThrow(Damaged)
    }
    // The wrapped key itself: handled as for an unknown key.
    const wrapped = Buffer.from(sealed)
    const body = sealed.indexOf('\n', HEADER.length) + 1
    wrapped.write(wrapped.toString('latin1', body, body + 1) === 'A' ? 'B' : 'A', body)
    await expect(open(wrapped, [owner])).rejects.toThrow(WrongKey)

    const piece = PIECE + 16
    const swapped = Buffer.concat([
      sealed.subarray(0, payload),
      sealed.subarray(payload + piece, payload + 2 * piece),
      sealed.subarray(payload, payload + piece),
      sealed.subarray(payload + 2 * piece),
    ])
    await expect(open(swapped, [owner])).rejects.toThrow(Damaged)
    // The header of one file before the payload of another.
    const other = await seal(bytes(10), owner)
    const end = other.indexOf('\n', other.indexOf('\n--- ') + 1) + 1
    await expect(
      open(Buffer.concat([other.subarray(0, end), sealed.subarray(payload - 16)]), [owner]),
    ).rejects.toThrow(Damaged)
  })

  test('with an endless header is refused before it fills the memory', async () => {
    const endless = Readable.from(
      (function* () {
        yield Buffer.from(HEADER)
        for (;;) yield Buffer.alloc(1_000, 'a')
      })(),
    )
    await expect(buffer(openWith([owner])(endless))).rejects.toThrow(
      /does not begin as an age file/,
    )
  })
})
