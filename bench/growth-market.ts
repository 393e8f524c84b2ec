import { migrate } from '#server/db/migrate.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { fillDatabase } from '#tests/generate/fill.ts'
import { sellerId } from '#tests/generate/market.ts'
import { emailOf } from '#tests/generate/people.ts'
import type { Facts, Reader } from './growth-pages.ts'
import { signInAs } from './people.ts'
import { onDatabase } from './workspace.ts'

/** A market of a given size, and the people who look at it. */
export interface GrownMarket {
  projects: number
  databaseUrl: string
  facts: Facts
  /** The people who open pages, by their ids. */
  people: Record<Reader, string>
  /** Row counts of each table, as the planner estimates them. */
  sizes: ReadonlyMap<string, number>
  bytes: number
  /** Seconds the generator took. */
  filledIn: number
}

/** Creates the database and fills it. */
export async function growMarket(
  adminUrl: string,
  databaseUrl: string,
  projects: number,
): Promise<GrownMarket> {
  await onDatabase(adminUrl, `create database ${new URL(databaseUrl).pathname.slice(1)}`)
  await migrate(databaseUrl)
  const begun = performance.now()
  await fillDatabase(databaseUrl, { projects, now: new Date(), passwordHash: '-' })
  const filledIn = (performance.now() - begun) / 1_000
  const pool = createPool(databaseUrl, 1)
  try {
    const facts = await factsOf(pool)
    const people = {
      ...(await readersOf(pool, facts)),
      operator: sellerId(OPERATOR),
    }
    const counted = await rows<{ name: string; count: number }>(
      pool,
      sql`select relname as name, reltuples::bigint as count from pg_class
        where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
    )
    const sizes = new Map(counted.map(({ name, count }) => [name, count]))
    const { bytes } = await oneRow<{ bytes: number }>(
      pool,
      sql`select pg_database_size(current_database()) as bytes`,
    )
    return { projects, databaseUrl, facts, people, sizes, bytes, filledIn }
  } finally {
    await pool.end()
  }
}

/** A market whose readers are signed in. */
export interface OpenMarket extends GrownMarket {
  /**
   * Access tokens, valid for an hour. A large market takes longer than that to fill, so no one signs in before all are
   * filled.
   */
  tokens: Record<Reader, string>
}

/** Signs in those who will look at a market. */
export async function signInReaders(
  market: GrownMarket,
  env: Record<string, string>,
): Promise<OpenMarket> {
  const { databaseUrl, people } = market
  const signedIn = await signInAs(env, databaseUrl, Object.values(people))
  const pool = createPool(databaseUrl, 1)
  try {
    // As after a second factor.
    await execute(
      pool,
      sql`update auth.sessions set aal = 'aal2' where user_id = ${people.operator}`,
    )
  } finally {
    await pool.end()
  }
  const tokens = Object.fromEntries(
    Object.entries(people).map(([as, id]) => [as, signedIn.get(id) ?? '']),
  ) as Record<Reader, string>
  return { ...market, tokens }
}

/** The number of the person whose address is an operator's: the same in every market. */
const OPERATOR = 1
export const operatorEmail = emailOf(OPERATOR)

/** The people who open pages, besides the operator. */
async function readersOf(
  pool: Pool,
  {
    seller,
    creator,
    busySeller,
    busyCreator,
    packager,
    reviewer,
    deal,
    files,
    extra,
    order,
  }: Facts,
): Promise<Record<Exclude<Reader, 'operator'>, string>> {
  const parties = await oneRow<
    Record<'filesBrand' | 'filesCreator' | 'extraBrand' | 'orderBrand' | 'orderCreator', string>
  >(
    pool,
    sql`select seller_id as "filesBrand",
        (select creator_id from deliverables where project_id = projects.id limit 1) as "filesCreator",
        (select seller_id from projects where id = ${extra.project}) as "extraBrand",
        (select seller_id from package_orders where id = ${order}) as "orderBrand",
        (select creator_id from package_orders where id = ${order}) as "orderCreator"
      from projects where id = ${files.project}`,
  )
  return {
    seller,
    creator,
    busySeller,
    busyCreator,
    packager,
    reviewer,
    dealCreator: deal.creator,
    ...parties,
  }
}

/** How much data the people who stand for most users have. */
const USUAL = { projects: 20, applications: 12, deals: { seller: 8, creator: 3 } }
/** Deliveries that wait for a user's review: as many as one brand has in the smallest market. */
const TO_REVIEW = 2

async function factsOf(pool: Pool): Promise<Facts> {
  const people = await oneRow<
    Pick<Facts, 'seller' | 'creator' | 'busySeller' | 'busyCreator' | 'packager' | 'reviewer'>
  >(
    pool,
    sql`with sellers as (select seller_id as id, count(*) as many,
          count(*) filter (where status = 'completed') as done from projects group by 1),
        creators as (select creator_id as id, count(*) as many,
          count(*) filter (where status = 'accepted') as done from applications group by 1),
        waiting as (select reviewer_id as id, count(*) as many from deliverables
          where status = 'pending' group by 1)
      select (select id from sellers order by done > 0 desc, abs(many - ${USUAL.projects}) + abs(done - ${USUAL.deals.seller}), id limit 1) as seller,
        (select id from sellers order by many desc, id limit 1) as "busySeller",
        (select id from creators order by done > 0 desc, abs(many - ${USUAL.applications}) + abs(done - ${USUAL.deals.creator}), id limit 1) as creator,
        (select id from creators order by many desc, id limit 1) as "busyCreator",
        (select creator_id from packages where position = 10 order by creator_id limit 1) as packager,
        (select id from waiting order by abs(many - ${TO_REVIEW}), id limit 1) as reviewer`,
  )
  const deal = await oneRow<Facts['deal']>(
    pool,
    sql`select projects.id as project, payments.creator_id as creator, conversations.id as conversation,
        payments.id as payment,
        (select file_id from deliverables where deliverables.project_id = projects.id order by version desc limit 1) as file
      from projects join payments on payments.project_id = projects.id
      join conversations on conversations.project_id = projects.id
      where projects.seller_id = ${people.seller} and projects.status = 'completed' order by projects.id limit 1`,
  )
  const waiting = await oneRow<{ id: string }>(
    pool,
    sql`select applications.id from applications join projects on projects.id = project_id
      where seller_id = ${people.busySeller} and projects.status = 'active' and applications.status = 'pending'
      order by applications.id limit 1`,
  )
  const { id: board } = await oneRow<{ id: string }>(
    pool,
    sql`update projects set seats = 50 where id = (select projects.id from projects
        join applications on applications.project_id = projects.id
        where seller_id = ${people.busySeller} and projects.status = 'active'
        group by projects.id order by count(*) desc, projects.id limit 1)
      returning id`,
  )
  const files = await oneRow<Facts['files']>(
    pool,
    sql`select deliverables.project_id as project, deliverable_files.file_id as file
      from deliverable_files join deliverables on deliverables.id = deliverable_id
      where position = 4 and deliverables.status = 'approved' and version = 1 order by deliverables.id limit 1`,
  )
  const extra = await oneRow<Facts['extra']>(
    pool,
    sql`select project_id as project, id as payment from payments
      where purpose = 'extra' and status = 'released' order by id limit 1`,
  )
  const order = await oneRow<{ id: string }>(
    pool,
    sql`select id from package_orders where status = 'accepted' order by id limit 1`,
  )
  const { id: receipt } = await oneRow<{ id: string }>(
    pool,
    sql`select id from documents where payment_id = ${deal.payment} and kind = 'receipt'`,
  )
  const console = await oneRow<Facts['console']>(
    pool,
    sql`select 'numbered~' || (select max(number) / 2 from reports) as reports,
      'numbered~' || (select max(number) / 2 from ring_links) as rings,
      (select id from reports where status = 'open' order by number limit 1) as report`,
  )
  const words = await oneRow<{ name: string; reference: string }>(
    pool,
    sql`select (select name from profiles where id = ${people.creator}) as name,
      (select substring(description from 'Reference [0-9]+') from projects where status = 'active'
        order by created_at limit 1) as reference`,
  )
  const { id: stranger } = await oneRow<{ id: string }>(
    pool,
    sql`select id from profiles where role = 'creator' and shown_from is not null and not exists (
        select from conversations where seller_id = ${people.busySeller} and creator_id = profiles.id)
      order by id limit 1`,
  )
  const { id: partner } = await oneRow<{ id: string }>(
    pool,
    sql`select creator_id as id from conversations where seller_id = ${people.busySeller} order by id limit 1`,
  )
  const ids = await rows<{ id: string }>(pool, sql`select id from profiles order by id limit 24`)
  return {
    ...people,
    partner,
    stranger,
    receipt,
    deal,
    waiting: waiting.id,
    board,
    rareName: words.name,
    reference: words.reference,
    middle: await middles(pool),
    console,
    files,
    extra,
    order: order.id,
    ids: ids.map(({ id }) => id),
  }
}

/** A cursor after the row in the middle of each list. */
async function middles(pool: Pool): Promise<Facts['middle']> {
  const { newest, deadline, budget, creators } = await oneRow<Facts['middle']>(
    pool,
    sql`with half as (select count(*) / 2 as active from projects where status = 'active'),
        active as (select id, created_at, deadline, budget from projects where status = 'active')
      select
        (select 'newest~' || (to_json(created_at) #>> '{}') || '~' || id from active
          order by created_at desc, id desc offset (select active from half) limit 1) as newest,
        (select 'deadline~' || deadline || '~' || id from active where deadline >= current_date
          order by deadline, id offset (select active / 2 from half) limit 1) as deadline,
        (select 'budget~' || budget || '~' || id from active
          order by budget desc, id desc offset (select active from half) limit 1) as budget,
        (select 'presented~' || is_presented::int || '~' || (to_json(created_at) #>> '{}') || '~' || id from profiles
          where role = 'creator' order by is_presented desc, created_at desc, id desc
          offset (select count(*) / 2 from profiles where role = 'creator') limit 1) as creators`,
  )
  const utc = (cursor: string) => cursor.replace('+00:00', 'Z')
  return { newest: utc(newest), deadline, budget, creators: utc(creators) }
}
