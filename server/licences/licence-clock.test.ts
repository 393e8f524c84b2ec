import { expect, test } from 'vitest'
import type { NoticeFacts } from '#contract/notice.ts'
import { noticeFor } from '#contract/notices.ts'
import { STANDARD_TERMS } from '#contract/licence-rights.ts'
import { paths } from '#contract/paths.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { type BuiltUser, buildDeal } from '#tests/support/builders.ts'
import { after, START, useClocks } from '#tests/support/clocks.ts'
import { buildLicence } from '#tests/support/licences.ts'

/**
 * A licence with an end: its brand is reminded, and both are notified once it is over. START is 2031-03-03, 10:00 UTC.
 */

const clocks = useClocks()
const { lookAt, noticesOf, sentences } = clocks
const dayAfter = (days: number) => after(days).toISOString().slice(0, 10)

/** A licence of START that ends this many days later. */
async function licensed(days: number) {
  const deal = await buildDeal(clocks.api.pool)
  const licence = await buildLicence(clocks.api.pool, deal)
  await execute(
    clocks.api.pool,
    sql`update licences set granted_at = ${START}, ends_on = ${dayAfter(days)} where id = ${licence.id}`,
  )
  return { ...deal, licence }
}
const marksOf = async ({ id }: BuiltUser) =>
  (
    await rows<{ mark: string }>(
      clocks.api.pool,
      sql`select split_part(cause, ':', 3) as mark from notifications where user_id = ${id} order by id`,
    )
  ).map(({ mark }) => mark)

test('the brand is reminded once each 30, 7 and 1 days before the end, and both sides are notified of the end', async () => {
  const { seller, creator, licence } = await licensed(90)
  for (const days of [1, 59.5, 60, 60.5, 82, 83, 84, 88, 89, 89.4, 90]) await lookAt(days)
  expect(await marksOf(seller)).toEqual(['30', '7', '1'])
  expect(await noticesOf(creator)).toEqual([])
  expect((await sentences(seller))[0]).toBe(
    `Your licence ${licence.code} for “Three unboxing reels” ends in 1 day, on Jun 1, 2031.`,
  )
  // Its last day is over everywhere in the world at noon UTC of the next day: two hours after START's hour.
  await lookAt(91)
  expect(await noticesOf(creator)).toEqual([])
  await Promise.all([lookAt(91.09), lookAt(91.09)])
  await lookAt(92)
  expect(await noticesOf(creator)).toEqual(['clock.licence_ended'])
  expect((await noticesOf(seller)).at(-1)).toBe('clock.licence_ended')
  expect((await sentences(creator))[0]).toContain('ended on Jun 1, 2031.')
})

test('the reminder names the months the brand can add and their price, and links to the payment tab', async () => {
  const { seller, licence } = await licensed(90)
  const priced = { ...STANDARD_TERMS, term_months: 3, extend_months: 6, extend_cents: 12_050 }
  const hash = 'a'.repeat(64)
  await execute(
    clocks.api.pool,
    sql`insert into licence_terms (hash, terms, sentence) values (${hash}, ${JSON.stringify(priced)}::jsonb, 'To use it.')`,
  )
  await execute(
    clocks.api.pool,
    sql`update licences set terms_hash = ${hash} where id = ${licence.id}`,
  )
  await lookAt(83)
  const [said] = await sentences(seller)
  expect(said).toContain('ends in 7 days, on Jun 1, 2031. You can add 6 more months for $120.50.')
  const { facts } = await oneRow<{ facts: NoticeFacts }>(
    clocks.api.pool,
    sql`select facts from notifications where user_id = ${seller.id}`,
  )
  const notice = noticeFor('clock.licence_ends', 'seller')
  expect(notice?.mail.lines(facts)).toContain('You can add 6 more months for $120.50.')
  expect(notice?.path(facts)).toBe(paths.projectTab(facts.project_id ?? '', 'payment'))
})

test('after downtime only the nearest reminder is raised, and a missed end is reported late', async () => {
  const { seller, creator } = await licensed(90)
  await lookAt(85)
  expect(await marksOf(seller)).toEqual(['7'])
  await lookAt(120)
  expect(await noticesOf(seller)).toEqual(['clock.licence_ends', 'clock.licence_ended'])
  expect(await noticesOf(creator)).toEqual(['clock.licence_ended'])
})

test('a licence of a month raises no reminder on the day of its grant', async () => {
  const { seller } = await licensed(31)
  await lookAt(0)
  await lookAt(2)
  expect(await noticesOf(seller)).toEqual([])
  await lookAt(24)
  expect(await marksOf(seller)).toEqual(['7'])
})

test('moving the last day later raises new reminders', async () => {
  const { seller, licence } = await licensed(90)
  await lookAt(83)
  await execute(
    clocks.api.pool,
    sql`update licences set ends_on = ${dayAfter(180)} where id = ${licence.id}`,
  )
  await lookAt(91.2)
  await lookAt(150)
  expect(await marksOf(seller)).toEqual(['7', '30'])
})

test('no one is notified about a licence that is void or has no end', async () => {
  const gone = await licensed(90)
  await execute(
    clocks.api.pool,
    sql`update licences set status = 'void', void_reason = 'refunded', voided_at = now() where id = ${gone.licence.id}`,
  )
  const endless = await licensed(90)
  await execute(
    clocks.api.pool,
    sql`update licences set ends_on = null where id = ${endless.licence.id}`,
  )
  for (const days of [60, 83, 89, 92]) await lookAt(days)
  for (const { seller, creator } of [gone, endless]) {
    expect(await noticesOf(seller)).toEqual([])
    expect(await noticesOf(creator)).toEqual([])
  }
})
