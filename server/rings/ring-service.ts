import type { OperatorRing } from '#contract/ring-schemas.ts'
import { signalsText, RING_DEALS, type RingSignal } from '#contract/rings.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { type Acted, NOTHING_DONE, recordAct } from '#server/operator/acts/operator-acts.ts'
import { cursorNumber, numberedPage, pageLimit } from '#server/operator/acts/operator-pages.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'

type RingRow = OperatorRing & { number: number }

const dealsOf = raw(`from applications join projects on projects.id = applications.project_id
  where projects.seller_id = ring_links.seller_id and applications.creator_id = ring_links.creator_id
    and applications.status = 'accepted'`)

interface RingFilter {
  state?: 'counted_out' | 'overruled' | undefined
  after?: string | undefined
}

/** Returns a page of linked pairs, newest first. */
export async function ringsPage(
  db: Queryable,
  filter: RingFilter,
): Promise<{ rows: OperatorRing[]; next: string | null }> {
  const { rows: page, next } = numberedPage(await rows<RingRow>(db, ringsStatement(filter)))
  return { rows: page, next }
}

/** Written so that the two partial indexes can serve it. */
const isOverruled = raw('signals <@ overruled')
const isLeftOut = raw('not signals <@ overruled')

export const ringsStatement = ({ state, after }: RingFilter): Statement =>
  sql`select ring_links.id, number, signals, signals <@ overruled as overruled, found_at,
        ${personCardOf('seller')} as seller, ${personCardOf('creator')} as creator,
        (select count(*)::integer ${dealsOf}) as deal_count,
        (select coalesce(json_agg(deal), '[]') from (select projects.id, projects.title ${dealsOf}
          order by projects.created_at desc, projects.id limit ${RING_DEALS}) deal) as deals
      from ring_links join profiles seller on seller.id = seller_id join profiles creator on creator.id = creator_id
      where number < ${cursorNumber(after)} and ${state === 'overruled' ? isOverruled : isLeftOut}
      order by number desc limit ${pageLimit}`

/** An operator's decision about a pair, and the reason. */
interface Decision {
  viewer: Viewer
  id: string
  reason: string
}

/**
 * Decides that a pair is not a ring: what the two share now is harmless, and their deals count. Another signal links
 * them again. A repeated request is a no-op. Throws 404 for an unknown pair.
 */
export const overruleRing = (deps: Deps, decision: Decision): Promise<Acted> =>
  decide(deps, decision, {
    act: 'overrule_ring',
    change: sql`update ring_links set overruled = signals where id = ${decision.id} and not signals <@ overruled`,
  })

/**
 * Decides that a pair is a ring after all: withdraws an overruling, so that their deals are left out again. A no-op for
 * a pair that is already left out, or when repeated. Throws 404 for an unknown pair.
 */
export const reinstateRing = (deps: Deps, decision: Decision): Promise<Acted> =>
  decide(deps, decision, {
    act: 'reinstate_ring',
    change: sql`update ring_links set overruled = '{}' where id = ${decision.id} and signals <@ overruled`,
  })

/** Triggers recount both people when the row really changes. */
const decide = (
  deps: Deps,
  { viewer, id, reason }: Decision,
  { act, change }: { act: 'overrule_ring' | 'reinstate_ring'; change: Statement },
): Promise<Acted> =>
  inTransaction(deps.pool, async (tx) => {
    const ring = foundOr404(
      await maybeRow<{ signals: RingSignal[] }>(
        tx,
        sql`select signals from ring_links where id = ${id} for update`,
      ),
    )
    if ((await execute(tx, change)) === 0) return NOTHING_DONE
    // An act names no person, so it is never deleted.
    return recordAct(tx, {
      actorId: viewer.id,
      act,
      subject: 'ring',
      subjectId: id,
      subjectName: signalsText(ring.signals),
      reason,
    })
  })
