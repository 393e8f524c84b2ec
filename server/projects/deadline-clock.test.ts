import { describe, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { execute, sql } from '#server/db/sql.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildPayment,
  buildProject,
} from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { useClocks } from '#tests/support/clocks.ts'

const clocks = useClocks()
const { lookAt, delivered, noticesOf, sentences } = clocks

describe('a deadline', () => {
  const setDeadline = (project: { id: string }, day: string) =>
    execute(clocks.api.pool, sql`update projects set deadline = ${day} where id = ${project.id}`)

  it('reminds a creator who has not delivered three days and one day before, then notifies both sides that it passed', async () => {
    const deal = await buildDeal(clocks.api.pool)
    await setDeadline(deal.project, '2031-03-10')
    const counts: number[] = []
    for (const days of [3, 4, 5, 6, 7, 8, 9]) {
      await lookAt(days)
      await lookAt(days)
      counts.push((await noticesOf(deal.creator)).length)
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3])
    expect((await sentences(deal.creator)).toReversed()).toEqual([
      expect.stringContaining('due in 3 days, on Mar 10, 2031'),
      expect.stringContaining('due in 1 day,'),
      expect.stringContaining('has passed'),
    ])
    expect(await noticesOf(deal.seller)).toEqual(['clock.deadline_passed'])
  })

  it('sends no reminder once work is submitted, unless a revision is requested', async () => {
    const deal = await buildDeal(clocks.api.pool)
    await setDeadline(deal.project, '2031-03-05')
    const id = await delivered(deal)
    await lookAt(1)
    expect(await noticesOf(deal.creator)).toEqual([])
    const revision = { params: { id }, body: { reviewer_notes: 'Brighter.' } }
    await clocks.api.call(deal.seller, 'deliverables.request_revision', revision)
    await lookAt(1)
    expect((await noticesOf(deal.creator)).slice(1)).toEqual(['clock.deadline_near'])
  })

  it('concerns no one while the money of the deal is back on the card', async () => {
    const { pool } = clocks.api
    const deal = await buildDeal(pool)
    await setDeadline(deal.project, '2031-03-10')
    const { id } = await buildPayment(pool, { application: deal.application, status: 'refunded' })
    for (const days of [4, 8]) await lookAt(days)
    for (const side of [deal.creator, deal.seller]) expect(await noticesOf(side)).toEqual([])
    // The card's bank did not take it.
    await execute(pool, sql`update payments set status = 'held_in_escrow' where id = ${id}`)
    await lookAt(8)
    for (const side of [deal.creator, deal.seller])
      expect(await noticesOf(side)).toEqual(['clock.deadline_passed'])
  })

  it('that passes with no creator accepted notifies the seller, again if moved, never if long past', async () => {
    const project = await buildProject(clocks.api.pool)
    await buildApplication(clocks.api.pool, { project })
    await setDeadline(project, '2031-03-04')
    await lookAt(2)
    await lookAt(3)
    expect(await noticesOf(project.seller)).toEqual(['clock.deadline_passed_unfilled'])
    await setDeadline(project, '2031-03-08')
    await lookAt(6)
    expect(await noticesOf(project.seller)).toHaveLength(2)
    const old = await buildProject(clocks.api.pool)
    await setDeadline(old, '2031-01-01')
    await lookAt(6)
    expect(await noticesOf(old.seller)).toEqual([])
  })

  it('of a listing is reported once for each deal, or once for the listing if it hired no one', async () => {
    const { pool } = clocks.api
    const day = { deadline: '2031-03-04' }
    const hiring = await buildListing(pool, day)
    const creator = await buildCreator(pool)
    const { id } = await buildHire(pool, { listing: hiring, creator })
    const full = await buildListing(pool, { ...day, seats: 2 })
    await buildHire(pool, { listing: full })
    await buildHire(pool, { listing: full })
    const nobody = await buildListing(pool, day)
    await lookAt(2)
    await lookAt(3)
    expect(await noticesOf(hiring.seller)).toEqual(['clock.deadline_passed'])
    expect(await noticesOf(full.seller)).toEqual(['clock.deadline_passed', 'clock.deadline_passed'])
    expect(await noticesOf(nobody.seller)).toEqual(['clock.deadline_passed_unfilled'])
    const { rows: about } = await pool.query(
      `select distinct page from notifications where user_id = $1`,
      [hiring.seller.id],
    )
    expect(about).toEqual([{ page: paths.project(id) }])
    expect(await noticesOf(creator)).toContain('clock.deadline_passed')
  })
})
