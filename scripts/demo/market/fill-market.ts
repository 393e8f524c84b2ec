import { CREATORS, DEMO_OPERATOR, ELLEN, PROJECTS } from '#scripts/demo/cast.ts'
import { redateDocuments, rewriteHistory, stretchIntoPast } from '#scripts/demo/backdate.ts'
import { playProject, setUpPayouts } from '#scripts/demo/deals.ts'
import { createPerson, demoPasswordHash, furnish } from '#scripts/demo/people.ts'
import { payCheckout } from '#scripts/demo/provider-pages.ts'
import type { Session } from '#scripts/demo/session.ts'
import type { Stage } from '#scripts/demo/stage.ts'
import { type Moment, playTimeline } from '#scripts/demo/timeline.ts'
import { catchUpDocuments } from '#server/documents/document-schedule.ts'
import type { Pool } from '#server/db/pool.ts'
import { closeDueReviews } from '#server/reputation/deal-review-clock.ts'
import { countEveryone } from '#server/track-records/track-record-clock.ts'
import { keepLists } from './lists.ts'
import { DEALS, PEOPLE } from './market.ts'
import { operatorsDesk } from './operator-desk.ts'
import { PACKAGES, writePackages } from './packages.ts'
import { byDay, momentsOf } from './play-market.ts'

const DAY_MS = 86_400_000
const OPERATOR_JOINED = 365
/** Has not set up payouts: their application form shows what that looks like. */
const NOT_PAYABLE = 'kofi'

/** Fills an empty product with the whole market: a year of it, and then the projects of every demo. */
export async function fillMarket(stage: Stage): Promise<void> {
  const today = new Date()
  const sessions = new Map<string, Session>()
  const person = (key: string): Session => {
    const session = sessions.get(key)
    if (session === undefined) throw new Error(`no one in the market is called ${key}`)
    return session
  }
  const passwordHash = await demoPasswordHash()
  const daysAgo = (days: number) => byDay(new Date(today.getTime() - days * DAY_MS), today)
  const arrivals: Moment[] = PEOPLE.map((someone) => ({
    at: daysAgo(someone.joined),
    async play() {
      const session = stage.session(
        await createPerson(stage.pool, someone, passwordHash, stage.now()),
      )
      sessions.set(someone.key, session)
      await furnish(session, someone)
      if (someone.role === 'creator' && someone.key !== NOT_PAYABLE)
        await setUpPayouts(session, stage.visit)
    },
  }))
  const operator: Moment = {
    at: daysAgo(OPERATOR_JOINED),
    async play() {
      const id = await createPerson(stage.pool, DEMO_OPERATOR, passwordHash, stage.now())
      sessions.set('operator', stage.session(id))
    },
  }
  const packages: Moment[] = PACKAGES.map(({ by, written, packages: own }) => ({
    at: daysAgo(written),
    play: () => writePackages(person(by), own),
  }))
  const deals = DEALS.flatMap(({ brand, deals: own }) => {
    const who = () => ({ seller: person(brand), operator: person('operator'), cast: sessions })
    return own.flatMap((deal) => momentsOf(stage, deal, who, today))
  })
  const weeks: Moment[] = Array.from({ length: WEEKS }, (_, week) => ({
    at: daysAgo(7 * week),
    play: () => closeReviews(stage),
  }))
  await playTimeline(stage, [
    operator,
    ...arrivals,
    ...packages,
    ...deals,
    ...weeks,
    ...operatorsDesk(stage, person, daysAgo),
  ])
  await leaveRead(stage.pool)
  await feesWithTheirPayments(stage.pool)

  stage.setNow(null)
  const creators = new Map(CREATORS.map(({ key }) => [key, person(key)]))
  const pay = async (checkoutUrl: string) => {
    await payCheckout(checkoutUrl, stage.visit)
    await stage.settle()
  }
  for (const project of PROJECTS) {
    const id = await playProject(project, person(ELLEN.key), creators, { pay, films: true })
    await stretchIntoPast(stage.pool, id, project.postedAgo)
  }
  await keepLists(person(ELLEN.key), person)
  // Their certificates name the day of the grant, which was moved.
  await stage.pool.query(
    `select graphile_worker.add_job('licences.certify', json_build_object('licence_id', id)) from licences`,
  )
  await stage.settle()
  await stage.pool.query(
    `update messages set read_at = created_at + interval '3 hours'
      where read_at is null and created_at < now() - interval '${UNREAD_DAYS} days'`,
  )
  // The first pass enqueues the documents of the months and years, the second closes them.
  for (let look = 0; look < 2; look += 1) {
    await catchUpDocuments(stage.deps)
    await stage.settle()
  }
  await redateDocuments(stage.pool)
  // Their events were moved into the past.
  await countEveryone(stage.deps, new Date())
}

/** How long the market has been open. */
const WEEKS = 52

/** Reviews that no one wrote in time end in the past, not when the demo's server starts. */
async function closeReviews({ deps, now }: Stage): Promise<void> {
  for (const close of await closeDueReviews(deps, now())) await close()
}

/** Anything older than this has been read, in days. */
const UNREAD_DAYS = 6

/** The provider's fees are found by a reconciliation, which the demo plays once and a server every hour. */
const feesWithTheirPayments = (pool: Pool): Promise<void> =>
  rewriteHistory(pool, async (tx) => {
    await tx.query(`update ledger_movements fee
      set created_at = coalesce(funded_at, payments.created_at) + interval '1 hour'
      from payments where fee.kind = 'provider_fee' and payments.id = fee.payment_id`)
    await tx.query(`update ledger_entries set created_at = fee.created_at from ledger_movements fee
      where fee.kind = 'provider_fee' and movement_id = fee.id`)
  })

/**
 * The past is over: its mails are not sent again, and all but the newest of its notifications were read at the time.
 */
async function leaveRead(pool: Pool): Promise<void> {
  for (const statement of [
    `delete from graphile_worker._private_jobs where task_id in (select id from graphile_worker._private_tasks
      where identifier in ('notifications.mail', 'realtime.changed', 'searches.match', 'mail.send'))`,
    `update notifications set mail = 'sent' where mail = 'waiting'`,
    `update notifications set read_at = created_at + interval '3 hours'
      where read_at is null and created_at < now() - interval '${UNREAD_DAYS} days'`,
    `update payments set release_seen_at = released_at + interval '3 hours' where released_at is not null`,
    `update profiles set greeted_at = created_at`,
  ])
    await pool.query(statement)
}
