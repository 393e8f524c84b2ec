import { afterAll, beforeAll, expect, test } from 'vitest'
import { otherSide, type ReviewSide } from '#contract/reputation.ts'
import { exportedTables } from '#server/account/export/exported-tables.ts'
import { createAddressSeal } from '#server/shipping/record/address-seal.ts'
import { below } from '#tests/generate/draw.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildCreator, buildOperator, type BuiltUser } from '#tests/support/builders.ts'
import { beginWalk, may, SIDES, takeStep, type Walk } from '#tests/support/review-walks.ts'

/** Each is one life of a pair of reviews: what happens to it, in which order, and how its deal ended. */
const SEEDS = 40
const STEPS = 14

let api: TestApi
let operator: BuiltUser
let stranger: BuiltUser
beforeAll(async () => {
  api = await startApi()
  operator = await buildOperator(api.pool)
  stranger = await buildCreator(api.pool)
})
afterAll(() => api.close())

/** The texts, out of everything that was ever said, that `text` contains. */
const found = (walk: Pick<Walk, 'said'>, text: string) =>
  walk.said.filter((one) => text.includes(one)).toSorted()
const texts = (...wanted: (string | null)[]) =>
  wanted.filter((one): one is string => one !== null).toSorted()

/** Checks that every reader reads what they may read and nothing else, and that the figures count what is shown. */
async function check(walk: Walk): Promise<void> {
  await Promise.all([
    ...SIDES.flatMap((side) => [checkDeal(walk, side), checkProfile(walk, side)]),
    checkOthers(walk),
  ])
}

/** The deal's page and the notices of one side. */
async function checkDeal({ reviews, people, ...walk }: Walk, side: ReviewSide): Promise<void> {
  const [mine, theirs] = [reviews[side], reviews[otherSide(side)]]
  if (!may(mine)) return
  const [deal, notices] = await Promise.all([
    api.call(people[side], 'reputation.of_deal', { params: { id: walk.deal.project.id } }),
    api.call(people[side], 'notifications.list'),
  ])
  expect(deal.body.reviews).toMatchObject({
    mine: { status: mine.status },
    theirs: { status: theirs.status, written: theirs.body !== null },
  })
  expect(Date.parse(deal.body.reviews?.closes_at ?? '')).toBe(walk.closes.getTime())
  const ofMine = [mine.body, mine.note, mine.status === 'shown' ? mine.answer : null]
  const ofTheirs = theirs.status === 'shown' ? [theirs.body, theirs.note] : []
  expect(found(walk, JSON.stringify(deal.body))).toEqual(
    texts(...ofMine, ...ofTheirs, theirs.answer),
  )
  expect(found(walk, JSON.stringify(notices.body))).toEqual([])
}

/** The public profile of one side, which the other has reviewed. */
async function checkProfile({ reviews, people, ...walk }: Walk, side: ReviewSide): Promise<void> {
  const theirs = reviews[otherSide(side)]
  const isShown = theirs.status === 'shown' && !theirs.banned
  const isListed = isShown || (theirs.status === 'hidden' && !theirs.banned)
  for (const reader of [null, stranger]) {
    const params = { id: people[side].id }
    const list = await api.call(reader, 'reputation.of_profile', { params })
    expect(list.status).toBe(may(reviews[side]) ? 200 : 404)
    const expected = isShown && list.status === 200 ? texts(theirs.body, theirs.answer) : []
    expect(found(walk, JSON.stringify(list.body))).toEqual(expected)
    if (list.status !== 200) continue
    expect(list.body.figures.total).toBe(isShown ? 1 : 0)
    expect(list.body.rows.length).toBe(isListed ? 1 : 0)
  }
}

/** The console, and someone who is not part of the deal. */
async function checkOthers({ reviews, people, ...walk }: Walk): Promise<void> {
  const params = { id: walk.deal.project.id }
  expect((await api.call(stranger, 'reputation.of_deal', { params })).status).toBe(404)
  const query = { person: people.seller.id }
  const desk = await api.call(operator, 'operator.deal_reviews', { query })
  const shown = SIDES.map((side) => reviews[side]).filter(({ status }) => status === 'shown')
  expect(found(walk, JSON.stringify(desk.body))).toEqual(
    texts(...shown.flatMap(({ body, answer }) => [body, answer])),
  )
}

/** Sealed words appear in no archive but their author's. */
async function checkExports(walk: Walk): Promise<void> {
  for (const side of SIDES) {
    const theirs = walk.reviews[otherSide(side)]
    if (theirs.status === 'shown' || theirs.status === 'hidden') continue
    let text = ''
    const { id } = walk.people[side]
    const seal = createAddressSeal(api.deps.config.keys)
    for await (const { json, csv } of exportedTables(api.pool, id, seal)) text += json + csv
    expect(found(walk, text).filter((one) => one === theirs.body || one === theirs.note)).toEqual(
      [],
    )
  }
}

/** The steps that were taken, and the statuses of both reviews that each led to. */
const reached = new Set<string>()

async function walkOf(seed: number): Promise<void> {
  const walk = await beginWalk(api, operator, seed)
  try {
    for (let step = 0; step < STEPS; step += 1) {
      const n = seed * 100 + step
      const name = await takeStep(walk, n)
      await check(walk)
      if (below(n, 5, 8) === 0) await checkExports(walk)
      for (const one of SIDES)
        reached.add(`${name} ${walk.reviews[one].status}/${walk.reviews[otherSide(one)].status}`)
    }
  } catch (error) {
    throw new Error(`seed ${seed}: ${walk.log.join(', ')}`, { cause: error })
  }
}

test.each(Array.from({ length: SEEDS }, (_, n) => n + 1))(
  'a sealed review is readable by its author only, whatever the order of events: walk %i',
  walkOf,
)

test('the walks reach the steps and statuses that matter', () => {
  for (const step of [
    'write sealed/open',
    'write shown/shown',
    'clock shown/lapsed',
    'delete sealed/lapsed',
    'ban sealed/open',
    'endAgain sealed/open',
    'hide hidden/shown',
  ])
    expect([...reached].toSorted()).toContain(step)
})
