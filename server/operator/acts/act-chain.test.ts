import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buildOperator, buildSeller } from '#tests/support/builders.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { type ActLink, actLinks, type ChainVerdict, chainVerdict, inSnapshot } from './act-chain.ts'
import { jsonLine, syslogLine } from './act-lines.ts'
import { recordAct } from './operator-acts.ts'

/** Reasons that two JSON or line encoders may write differently. */
const REASONS = [
  'They asked for it.',
  '"quoted" \\ back\\u0000slash ] and [',
  'two\nlines\r\n\tand \b\f\u0001\u001f\u007f\u2028\u2029',
  'Zürich, 東京, 🧵, e\u0301',
  '   ',
]

let database: FreshDatabase
let owner: Pool
let serving: Pool
let actor: string
let other: string
beforeAll(async () => {
  database = await freshDatabase()
  owner = createPool(database.url, 2)
  serving = createPool(database.servingUrl, 25)
  actor = (await buildOperator(owner)).id
  other = (await buildSeller(owner)).id
  for (const reason of REASONS) await act(serving, reason)
  await act(serving, null)
})
afterAll(async () => {
  await owner.end()
  await serving.end()
  await database.drop()
})

const act = (pool: Pool, reason: string | null, work = async () => {}) =>
  inTransaction(pool, async (tx) => {
    await recordAct(tx, {
      actorId: actor,
      act: 'ban',
      subject: 'person',
      subjectId: actor,
      subjectName: 'Job 5',
      reason,
    })
    await work()
  })

const verdict = (known?: string) => inSnapshot(serving, (tx) => chainVerdict(tx, known))

/** The verdict after the database owner ran statements with every trigger off; everything is restored afterwards. */
async function after(...statements: string[]): Promise<ChainVerdict> {
  const tx = await owner.connect()
  try {
    await tx.query(`begin; set local session_replication_role = replica; ${statements.join(';')}`)
    return await chainVerdict(tx)
  } finally {
    await tx.query('rollback')
    tx.release()
  }
}

/** The id of the act at a position. */
const at = (position: number) =>
  `(select act_number from operator_act_links where position = ${position})`

test('an untouched chain is valid, and the verdict has its length and last hash', async () => {
  expect(await verdict()).toEqual({
    holds: true,
    position: REASONS.length + 1,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

const CHANGES: Record<string, string> = {
  number: 'number + 1000000',
  id: 'gen_random_uuid()',
  actor_id: 'OTHER',
  act: "'unban'",
  subject: "'job'",
  subject_id: "subject_id || '0'",
  subject_name: "''",
  why: "coalesce(why || ' ', '')",
  at: "at + interval '1 microsecond'",
}

describe('as the database owner, with the triggers off', () => {
  test('the tests tamper with every field of an act', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select attname::text as name from pg_attribute where attrelid = 'operator_acts'::regclass and attnum > 0 and not attisdropped`,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(CHANGES).toSorted())
  })

  test.each(Object.entries(CHANGES))(
    'a changed %s is detected, in every row',
    async (field, value) => {
      for (let position = 1; position <= REASONS.length + 1; position += 1) {
        const found = await after(
          // Only the database owner may change identity columns.
          'alter table operator_acts alter number drop identity',
          `update operator_acts set ${field} = ${value.replace('OTHER', `'${other}'`)} where number = ${at(position)}`,
        )
        expect(found).toEqual({
          holds: false,
          problem: expect.stringMatching(new RegExp(`^Position ${position}[,:]`)),
        })
      }
    },
  )

  test('a deleted act is detected, with its link or without', async () => {
    for (let position = 1; position <= REASONS.length + 1; position += 1) {
      const act = `delete from operator_acts where number = ${at(position)}`
      const link = `delete from operator_act_links where position = ${position}`
      expect(await after(act)).toMatchObject({ problem: `Position ${position}: its act is gone.` })
      expect((await after(act, link)).holds).toBe(false)
      expect((await after(link)).holds).toBe(false)
      const closed = 'update operator_act_links set position = -position where position'
      expect(
        (
          await after(
            act,
            link,
            'alter table operator_act_links drop constraint operator_act_links_position_check',
            `${closed} > ${position}`,
            'update operator_act_links set position = -position - 1 where position < 0',
          )
        ).holds,
      ).toBe(false)
    }
  })

  test('the deletion of all acts is detected', async () => {
    expect(
      await after('delete from operator_act_links', 'delete from operator_acts'),
    ).toMatchObject({ problem: expect.stringContaining('missing at its end') })
  })

  test('two swapped acts are detected', async () => {
    for (const field of ['act_number', 'hash'])
      expect(
        await after(
          'alter table operator_act_links drop constraint operator_act_links_act_number_key',
          `update operator_act_links set ${field} = other.${field} from operator_act_links other
            where operator_act_links.position in (2, 3) and other.position = 5 - operator_act_links.position`,
        ),
      ).toMatchObject({ problem: expect.stringMatching(/^Position 2,/) })
  })

  test('an added act is detected: outside of the chain, and inside it', async () => {
    const added = `insert into operator_acts (actor_id, act, subject, subject_id, subject_name)
      values ('${actor}', 'unban', 'person', '${actor}', '')`
    expect(await after(added)).toMatchObject({
      problem: expect.stringContaining('not in the chain'),
    })
    const link = `insert into operator_act_links (position, act_number, hash)
      select 7, max(number), sha256('made up') from operator_acts`
    expect(await after(added, link)).toMatchObject({
      problem: expect.stringMatching(/^Position 7,/),
    })
  })

  test('a changed head is detected', async () => {
    for (const change of ['position = position + 1', "hash = sha256('')"])
      expect((await after(`update operator_act_head set ${change}`)).holds).toBe(false)
    expect((await after('delete from operator_act_head')).holds).toBe(false)
  })

  test('a recomputed chain is revealed by a hash that was noted earlier', async () => {
    const sound = await verdict()
    if (!sound.holds) throw new Error(sound.problem)
    const tx = await owner.connect()
    await tx.query(`begin; set local session_replication_role = replica;
      update operator_acts set why = 'Nothing to see.' where number = ${at(2)};
      create temporary table links as select * from operator_act_links;
      delete from operator_act_links; delete from operator_act_head;
      select chain_operator_act(operator_acts) from operator_acts join links on act_number = operator_acts.number order by position`)
    expect(await chainVerdict(tx)).toMatchObject({ holds: true, position: sound.position })
    expect(await chainVerdict(tx, sound.hash)).toMatchObject({
      problem: expect.stringContaining(sound.hash),
    })
    await tx.query('rollback')
    tx.release()
    expect(await verdict(sound.hash)).toEqual(sound)
  })
})

test('the serving role cannot write the chain directly', async () => {
  for (const statement of [
    'update operator_acts set why = why',
    'delete from operator_acts',
    'update operator_act_links set position = position',
    'delete from operator_act_links',
    "insert into operator_act_links values (99, 1, sha256(''))",
    'update operator_act_head set position = 0',
    'delete from operator_act_head',
    'alter table operator_acts disable trigger operator_acts_are_chained',
  ])
    await expect(serving.query(statement), statement).rejects.toMatchObject({ code: '42501' })
})

test('fifty concurrent acts make one chain; a rollback leaves no gap', async () => {
  const before = await verdict()
  const written = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      act(serving, `Act ${index}`, async () => {
        if (index % 6 === 0) throw new Error('changed my mind')
      }),
    ),
  )
  expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  expect(await verdict()).toMatchObject({
    holds: true,
    position: (before.holds ? before.position : Number.NaN) + 50,
  })
})

test('two acts that lock the same rows in opposite orders do not deadlock', async () => {
  const [first, second] = [await serving.connect(), await serving.connect()]
  const newAct = {
    actorId: actor,
    act: 'ban',
    subject: 'person',
    subjectId: actor,
    subjectName: '',
    reason: 'Both at once.',
  } as const
  await first.query('begin')
  await second.query('begin')
  await second.query('select from profiles where id = $1 for update', [other])
  await recordAct(first, newAct)
  await recordAct(second, newAct)
  await second.query('commit')
  await first.query('select from profiles where id = $1 for update', [other])
  await first.query('commit')
  first.release()
  second.release()
  expect((await verdict()).holds).toBe(true)
})

test('the migration chains older acts in their order', async () => {
  const old = await emptyDatabase()
  const earlier = readdirSync('server/db/migrations').filter((name) => name < '0083')
  await migrate(old.url, undefined, { only: new Set(earlier) })
  const pool = createPool(old.url, 2)
  actor = (await buildOperator(pool)).id
  for (const reason of REASONS) await act(pool, reason)
  await migrate(old.url)
  await act(pool, 'One more.')
  expect(await inSnapshot(pool, (tx) => chainVerdict(tx))).toMatchObject({
    holds: true,
    position: REASONS.length + 1,
  })
  actor = (await buildOperator(owner)).id
  await pool.end()
  await old.drop()
})

/** Every link after a position. */
const linksAfter = (position: number) =>
  inSnapshot(serving, async (tx) => {
    const found: ActLink[] = []
    for await (const link of actLinks(tx, position)) found.push(link)
    return found
  })

test('an exported line can be verified on its own, and an export continues after a position', async () => {
  const all = await linksAfter(0)
  let previous = '0'.repeat(64)
  for (const line of all.map(jsonLine)) {
    expect(line).not.toContain('\n')
    const said = JSON.parse(line) as { previous: string; hash: string; record: string }
    expect(said.previous).toBe(previous)
    previous = createHash('sha256').update(`${said.previous}\n${said.record}`).digest('hex')
    expect(said.hash).toBe(previous)
  }
  expect(JSON.parse(all.map(jsonLine)[2] ?? '')).toMatchObject({
    position: 3,
    act: { actor_id: actor, act: 'ban', why: REASONS[2] },
  })
  expect(await linksAfter(4)).toEqual(all.slice(4))
})

test('a syslog line has the parts of RFC 5424, with user-written text only in its message', async () => {
  const [line = ''] = (await linksAfter(2)).map((link) => syslogLine(link, 'market.example'))
  const parts =
    /^<109>1 (\S+) market\.example cartwright - ban \[chain@32473 position="3" previous="([0-9a-f]{64})" hash="([0-9a-f]{64})"\] \uFEFF(.*)$/su.exec(
      line,
    )
  expect(parts?.[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  expect(createHash('sha256').update(`${parts?.[2]}\n${parts?.[4]}`).digest('hex')).toBe(parts?.[3])
  expect(line).not.toContain('\n')
})
