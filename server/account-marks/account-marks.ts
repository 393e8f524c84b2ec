import { createHmac } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { RingSignal } from '#contract/rings.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { Keyring } from '#server/keyring/keyring.ts'

/** Long enough that two accounts never share a mark by chance. */
const MARK_BYTES = 16

/** What an account was seen with, in plain text. Only its keyed hash is stored. */
export interface Seen {
  kind: RingSignal
  value: string
}

/** Networks that identify no one: this machine, private networks, and addresses that carriers share between customers. */
const SHARED_NETWORKS = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  SHARED_NETWORKS.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  SHARED_NETWORKS.addSubnet(network, bits, 'ipv6')

/** The part of an address that is compared: all of an IPv4 address, the /64 of an IPv6 one. Null for shared networks. */
export function networkOf(ip: string): string | null {
  const plain = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (isIPv4(plain)) return SHARED_NETWORKS.check(plain, 'ipv4') ? null : plain
  if (!isIPv6(plain) || SHARED_NETWORKS.check(plain, 'ipv6')) return null
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Stores what accounts were seen with as keyed hashes, which no one can guess without the server's secret. */
export interface AccountMarks {
  /**
   * Stores what an account was seen with today (UTC). Idempotent within a day. Waits for the account's deletion, and does
   * nothing for an account without a profile.
   */
  note(db: Queryable, profileId: string, seen: readonly Seen[], now: Date): Promise<void>
}

/**
 * Each key version that is or was current yields a mark, so that marks match across a rotation. Marks of a removed
 * version match nothing.
 */
export function createAccountMarks(keys: Keyring): AccountMarks {
  const marksOf = ({ kind, value }: Seen): { kind: RingSignal; mark: string }[] =>
    keys.versions.flatMap((version) => {
      const key = version > keys.maker ? null : keys.derive(version, `mark ${kind}`)
      if (key === null) return []
      const mark = createHmac('sha256', key).update(value).digest().subarray(0, MARK_BYTES)
      return [{ kind, mark: mark.toString('hex') }]
    })
  return {
    async note(db, profileId, seen, now) {
      if (seen.length === 0) return
      const marks = seen.flatMap(marksOf)
      const day = now.toISOString().slice(0, 10)
      await execute(
        db,
        sql`insert into account_marks (profile_id, kind, mark, seen_on)
          select profiles.id, seen.kind, decode(seen.mark, 'hex'), ${day}::date
            from profiles cross join unnest(${marks.map(({ kind }) => kind)}::text[], ${marks.map(({ mark }) => mark)}::text[]) seen (kind, mark)
            where profiles.id = ${profileId} and profiles.shown_from is not null for key share of profiles
          on conflict do nothing`,
      )
    },
  }
}
