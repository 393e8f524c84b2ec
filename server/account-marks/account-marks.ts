import { createHmac, hkdfSync } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { RingSignal } from '#contract/rings.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'

/** Enough that two accounts never share one by chance. */
const MARK_BYTES = 16

/** What an account was seen with, as it is: it is never stored like this. */
export interface Seen {
  kind: RingSignal
  value: string
}

/** Networks behind which anyone may be: this machine, private ones, and what carriers share between customers. */
const NOBODYS = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NOBODYS.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NOBODYS.addSubnet(network, bits, 'ipv6')

/** An address as it is compared: the whole of an IPv4 one, the /64 of an IPv6 one. Null when it says nothing about anyone. */
export function networkOf(ip: string): string | null {
  const plain = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (isIPv4(plain)) return NOBODYS.check(plain, 'ipv4') ? null : plain
  if (!isIPv6(plain) || NOBODYS.check(plain, 'ipv6')) return null
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

/** Keeps what accounts were seen with, as keyed hashes: without the server's secret they cannot be guessed. */
export interface AccountMarks {
  /** Notes what an account was seen with today (UTC). Again on the same day changes nothing; nothing for who has no profile. */
  note(db: Queryable, profileId: string, seen: readonly Seen[], now: Date): Promise<void>
}

/** With the process's one secret. Changing it begins anew: what was kept is never equal to anything again. */
export function createAccountMarks(secret: string): AccountMarks {
  const markOf = ({ kind, value }: Seen): string => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `cartwright mark ${kind}`, 32))
    return createHmac('sha256', key).update(value).digest().subarray(0, MARK_BYTES).toString('hex')
  }
  return {
    async note(db, profileId, seen, now) {
      if (seen.length === 0) return
      const kinds = seen.map(({ kind }) => kind)
      const day = now.toISOString().slice(0, 10)
      await execute(
        db,
        sql`insert into account_marks (profile_id, kind, mark, seen_on)
          select profiles.id, seen.kind, decode(seen.mark, 'hex'), ${day}::date
            from profiles cross join unnest(${kinds}::text[], ${seen.map(markOf)}::text[]) seen (kind, mark)
            where profiles.id = ${profileId} and profiles.shown_from is not null
          on conflict do nothing`,
      )
    },
  }
}
