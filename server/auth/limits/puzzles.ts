import { createHash, randomBytes } from 'node:crypto'
import { authMessages } from '#contract/auth.ts'
import {
  bitsFor,
  mostRemembered,
  PUZZLE,
  PUZZLE_NEEDED,
  type SignUpPuzzle,
  startsWithZeroBits,
} from '#contract/sign-up-puzzle.ts'
import type { Queryable } from '#server/db/pool.ts'
import {
  addToCount,
  type DrainingCount,
  readCount,
  takeFromCount,
} from '#server/limits/draining-counts.ts'
import { networkOf } from '#server/limits/network.ts'
import { takeToken } from '#server/limits/token-buckets.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import type { AuthSettings } from '#server/auth/settings/auth-settings.ts'

/**
 * The person signing up: a puzzle is bound to one address and one network. `email` is lower-cased; empty for an
 * anonymous account.
 */
export interface SignUpFrom {
  email: string
  ip: string
}

/** Requires a puzzle for a sign-up while unusually many arrive (decision 0106). */
export interface Puzzles {
  /** Returns the puzzle that this sign-up has to solve now. */
  draw(from: SignUpFrom, now: Date): Promise<SignUpPuzzle>
  /**
   * Accepts a sign-up and counts it. Above the thresholds it throws AuthError captcha_failed unless `solution` solves a
   * puzzle that was issued for it, is not older than five minutes and was not used before.
   */
  admit(from: SignUpFrom, solution: string | undefined, now: Date): Promise<void>
}

/**
 * A bucket with one token, refilled only after the challenge has expired: the first request to take the token consumes
 * the challenge.
 */
const ONCE = { burst: 1, refill: 1, seconds: 2 * PUZZLE.seconds }

const PURPOSE = 'sign-up puzzle'
const SOLUTION = /^((\d{10})\.(\d{1,2})\.([\w-]{22})\.([\w-]{43}))\.\d{1,16}$/

export function createPuzzles(
  pool: Queryable,
  keyring: Keyring,
  { puzzles: above }: Pick<AuthSettings, 'puzzles'>,
  /** Called when a sign-up needs a puzzle and has none. */
  asked: (now: Date) => void,
): Puzzles {
  const signed = (parts: readonly string[], { email, ip }: SignUpFrom) =>
    [...parts, networkOf(ip), email] as const

  /** The network's count first: a flood from one network must not raise the count of the whole installation. */
  const countsOf = (thresholds: { ofNetwork: number; ofAll: number }, ip: string) => {
    const count = (key: string, perHour: number): DrainingCount => ({
      key: `signups:${key}`,
      perHour: Math.max(1, perHour),
      most: mostRemembered(perHour),
    })
    return [
      { allowed: thresholds.ofNetwork, count: count(networkOf(ip), thresholds.ofNetwork) },
      { allowed: thresholds.ofAll, count: count('all', thresholds.ofAll) },
    ] as const
  }

  async function passesFreely(counts: ReturnType<typeof countsOf>, now: Date): Promise<boolean> {
    const [network, all] = counts
    if (!(await addToCount(pool, network.count, now, network.allowed))) return false
    if (await addToCount(pool, all.count, now, all.allowed)) return true
    await takeFromCount(pool, network.count)
    return false
  }

  /**
   * Throws AuthError captcha_failed with the reason. Costs one HMAC, one hash and at most one statement, whatever is
   * sent.
   */
  async function useUp(solution: string, from: SignUpFrom, now: Date): Promise<void> {
    const [, , expires = '', bits = '', nonce = '', mac = ''] = SOLUTION.exec(solution) ?? []
    const parts = signed([expires, bits, nonce], from)
    if (!keyring.isMacOf(Buffer.from(mac, 'base64url'), PURPOSE, ...parts)) throw refusal('wrong')
    if (Number(expires) * 1_000 <= now.getTime()) throw refusal('expired')
    const hash = createHash('sha256').update(solution).digest()
    if (!startsWithZeroBits(hash, Number(bits))) throw refusal('wrong')
    if ((await takeToken(pool, `puzzle:${nonce}`, ONCE, now)) > 0) throw refusal('used')
  }

  return {
    async draw(from, now) {
      if (above === null) return { challenge: null, bits: null }
      const counts = countsOf(above, from.ip)
      let bits = 0
      for (const { count, allowed } of counts) {
        const found = await readCount(pool, count, now)
        if (found + 1 > allowed) bits = Math.max(bits, bitsFor(found, allowed))
      }
      if (bits === 0) return { challenge: null, bits: null }
      const expires = String(Math.floor(now.getTime() / 1_000) + PUZZLE.seconds)
      const parts = [expires, String(bits), randomBytes(16).toString('base64url')]
      const mac = keyring.mac(PURPOSE, ...signed(parts, from)).toString('base64url')
      return { challenge: [...parts, mac].join('.'), bits }
    },
    async admit(from, solution, now) {
      if (above === null) return
      const counts = countsOf(above, from.ip)
      if (await passesFreely(counts, now)) return
      if (solution === undefined || solution === '') {
        asked(now)
        throw refusal('missing')
      }
      await useUp(solution, from, now)
      // Only accepted sign-ups count. Refused ones cost nothing to send, and must not make it harder for people.
      for (const { count } of counts) await addToCount(pool, count, now)
    },
  }
}

const refusal = (why: keyof typeof authMessages.puzzle): AuthError =>
  new AuthError(PUZZLE_NEEDED, { message: authMessages.puzzle[why] })
