import { expect, test } from 'vitest'
import { oneRow, sql } from '#server/db/sql.ts'
import { buildApplication, buildOffer, buildProject } from '#tests/support/builders.ts'
import { after, useClocks } from '#tests/support/clocks.ts'

const clocks = useClocks()
const { lookAt, noticesOf, refreshed, sentences } = clocks

async function offered(by: 'seller' | 'creator') {
  const project = await buildProject(clocks.api.pool)
  const application = await buildApplication(clocks.api.pool, { project })
  const { id } = await buildOffer(clocks.api.pool, { application, by, expiresAt: after(3) })
  const seller = project.seller
  const { creator } = application
  return by === 'seller'
    ? { id, project, author: seller, recipient: creator }
    : { id, project, author: creator, recipient: seller }
}

const statusOf = async (id: string) =>
  (
    await oneRow<{ status: string }>(
      clocks.api.pool,
      sql`select status from offers where id = ${id}`,
    )
  ).status

test.each(['seller', 'creator'] as const)(
  'an offer by the %s reminds its recipient once, half a day before it expires, and expires on time',
  async (by) => {
    const { id, project, author, recipient } = await offered(by)
    for (const days of [2.4, 2.5, 2.6, 2.99]) await lookAt(days)
    expect(await noticesOf(recipient)).toEqual(['clock.offer_reminder'])
    expect((await sentences(recipient))[0]).toContain('$480.00')
    expect((await sentences(recipient))[0]).toContain('until Mar 6, 2031, 10:00 UTC')
    expect(await statusOf(id)).toBe('open')
    await lookAt(3)
    await lookAt(3)
    expect(await statusOf(id)).toBe('expired')
    const [news, ...more] = await refreshed(project.id)
    expect(news?.user_ids.toSorted()).toEqual([author.id, recipient.id].toSorted())
    expect(more).toEqual([])
    expect(await noticesOf(author)).toEqual(['offer.expire'])
    expect(await noticesOf(recipient)).toEqual(['clock.offer_reminder', 'offer.expire'])
  },
)

test('an answered offer neither reminds nor expires', async () => {
  const { id, recipient } = await offered('seller')
  await lookAt(1)
  await clocks.api.call(recipient, 'offers.decline', { params: { id } })
  await lookAt(2.6)
  await lookAt(4)
  expect(await noticesOf(recipient)).toEqual([])
  expect(await statusOf(id)).toBe('declined')
})
