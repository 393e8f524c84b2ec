import { describe, expect, it } from 'vitest'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { buildInvitation, buildProject } from '#tests/support/builders.ts'
import { START, useClocks } from '#tests/support/clocks.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

const clocks = useClocks()
const { lookAt, noticesOf, sentences } = clocks

describe('an invitation', () => {
  const standing = (id: string) =>
    oneRow<{ status: string; lapsed_at: string | null }>(
      clocks.api.pool,
      sql`select status, lapsed_at from project_invitations where id = ${id}`,
    )

  async function invited() {
    const project = await buildProject(clocks.api.pool)
    const invitation = await buildInvitation(clocks.api.pool, { project })
    await execute(
      clocks.api.pool,
      sql`update project_invitations set created_at = ${START} where id = ${invitation.id}`,
    )
    return { ...invitation, seller: project.seller, project }
  }

  it('gets one reminder, expires after 14 days, and may then be sent again', async () => {
    const { id, creator, seller, project } = await invited()
    for (const days of [10.9, 11, 12, 13.9]) await lookAt(days)
    expect(await noticesOf(creator)).toEqual(['clock.invitation_reminder'])
    expect((await sentences(creator))[0]).toContain('lapses in 3 days')
    await lookAt(14)
    await lookAt(14)
    expect(await standing(id)).toEqual({ status: 'declined', lapsed_at: expect.any(String) })
    expect(await noticesOf(seller)).toEqual(['invitation.lapse'])
    for (const key of ['invitations.accept', 'invitations.decline'] as const)
      expectRefusal(await clocks.api.call(creator, key, { params: { id } }), 'invitation.lapsed')
    const again = { project_id: project.id, creator_id: creator.id }
    expect((await clocks.api.call(seller, 'invitations.send', { body: again })).status).toBe(200)
  })

  it('answered at the moment it expires ends in exactly one state', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, creator } = await invited()
      const [reply] = await Promise.all([
        clocks.api.call(creator, 'invitations.accept', { params: { id } }),
        lookAt(14),
      ])
      const accepted = { status: 'accepted', lapsed_at: null }
      const lapsed = { status: 'declined', lapsed_at: expect.any(String) }
      expect(await standing(id)).toEqual(reply.status === 200 ? accepted : lapsed)
      expect(reply.body).toMatchObject(
        reply.status === 200 ? accepted : { code: 'invitation.lapsed' },
      )
    }
  })

  it('gets no reminder while its project is hidden or its brand banned', async () => {
    const hidden = await invited()
    await execute(
      clocks.api.pool,
      sql`update projects set hidden_at = ${START} where id = ${hidden.project.id}`,
    )
    const abandoned = await invited()
    await execute(
      clocks.api.pool,
      sql`update auth.users set banned_until = 'infinity' where id = ${abandoned.seller.id}`,
    )
    await lookAt(12)
    for (const { creator } of [hidden, abandoned]) expect(await noticesOf(creator)).toEqual([])
  })

  it('to a closed project stays unchanged', async () => {
    const { id, project } = await invited()
    await execute(
      clocks.api.pool,
      sql`update projects set status = 'cancelled' where id = ${project.id}`,
    )
    await lookAt(20)
    expect(await standing(id)).toEqual({ status: 'pending', lapsed_at: null })
  })
})
