import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql } from '#server/db/sql.ts'
import { BOX_MARK } from '#server/keyring/sealed-box.ts'
import { BOX_COLUMNS } from './stored-boxes.ts'

/** The number of stored things that need a version of the server key. */
export interface KeyUse {
  version: number
  what: string
  count: number
}

const MARK_HEX = BOX_MARK.toString('hex')

/** The version in a sealed box, in SQL; see sealed-box.ts. */
const versionOf = (box: string) =>
  raw(`case when encode(substr(${box}, 1, 4), 'hex') = '${MARK_HEX}'
    then ('x' || encode(substr(${box}, 5, 4), 'hex'))::bit(32)::integer else 1 end`)

/** Everything stored, by version: sealed columns, live sessions and queued mails. */
export async function keyUses(db: Queryable, now: Date): Promise<KeyUse[]> {
  const found: KeyUse[] = []
  for (const { what, table, column } of BOX_COLUMNS)
    found.push(
      ...(await rows<KeyUse>(
        db,
        sql`select ${versionOf(column)} as version, ${what}::text as what, count(*)::integer as count
          from ${raw(table)} where ${raw(column)} is not null group by 1`,
      )),
    )
  // A refresh token lives as long as its session: the client may present the current one or the previous one.
  const sessions = sql`select version, 'sessions' as what, count(*)::integer as count
    from auth.sessions cross join lateral (select refresh_version union select refresh_version_before) as used (version)
    where not_after is null or not_after > ${now} group by 1`
  const mails = sql`select ${versionOf("decode(payload ->> 'sealed', 'base64')")} as version, 'waiting mails' as what,
      count(*)::integer as count
    from graphile_worker._private_jobs where payload::jsonb ? 'sealed' group by 1`
  found.push(...(await rows<KeyUse>(db, sessions)), ...(await rows<KeyUse>(db, mails)))
  return found
}
