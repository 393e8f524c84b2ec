import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildDeal,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { mailsTo, refreshedPeople } from '#tests/support/jobs.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const mark = (as: BuiltUser, id: string) =>
  api.call(as, 'applications.shortlist', { params: { id } })
const unmark = (as: BuiltUser, id: string) =>
  api.call(as, 'applications.unshortlist', { params: { id } })

async function received(project: { id: string; seller: BuiltUser }) {
  const params = { id: project.id }
  return (await api.call(project.seller, 'applications.for_project', { params })).body
}

describe('a shortlist', () => {
  test('is refused to anyone but the owner of the project', async () => {
    const { id, creator } = await buildApplication(api.pool)
    const stranger = await buildSeller(api.pool)
    for (const act of [mark, unmark]) {
      expectRefusal(await act(stranger, id), 'request.not_found')
      expectRefusal(await act(creator, id), 'request.sellers_only')
      expectRefusal(await act(stranger, stranger.id), 'request.not_found')
    }
  })

  test('accepts pending applications, and keeps one timestamp under concurrent clicks', async () => {
    const project = await buildProject(api.pool)
    const { id } = await buildApplication(api.pool, { project })
    const replies = await Promise.all(Array.from({ length: 5 }, () => mark(project.seller, id)))
    expect(new Set(replies.map(({ body }) => body.shortlisted_at)).size).toBe(1)
    expect(await received(project)).toMatchObject([
      { id, shortlisted_at: replies[0]?.body.shortlisted_at },
    ])
    for (let click = 0; click < 2; click += 1)
      expect((await unmark(project.seller, id)).body).toEqual({ id, shortlisted_at: null })
    expect(await received(project)).toMatchObject([{ id, shortlisted_at: null }])
  })

  test('does not accept an answered application, but one already on it can be removed', async () => {
    const project = await buildProject(api.pool)
    const { id } = await buildApplication(api.pool, { project })
    await mark(project.seller, id)
    await api.pool.query(`update applications set status = 'rejected' where id = $1`, [id])
    expectRefusal(await mark(project.seller, id), 'application.already_answered')
    expect((await received(project))[0]?.shortlisted_at).not.toBeNull()
    expect((await unmark(project.seller, id)).body.shortlisted_at).toBeNull()
  })

  test('is visible only to the owner: applicants see no mark, event or mail, and their pages do not refetch', async () => {
    const { project, seller, creator, application } = await buildDeal(api.pool)
    const other = await buildApplication(api.pool, { project })
    await api.pool.query(`update applications set shortlisted_at = now() where project_id = $1`, [
      project.id,
    ])
    await mark(seller, other.id)
    const params = { id: project.id }
    for (const read of [
      await api.call(creator, 'applications.own', { params }),
      await api.call(creator, 'applications.mine'),
      await api.call(creator, 'applications.accepted', { params }),
      await api.call(other.creator, 'applications.own', { params }),
    ]) {
      expect(read.status).toBe(200)
      expect(JSON.stringify(read.body)).toContain(application.project_id)
      expect(JSON.stringify(read.body)).not.toContain('shortlist')
    }
    const events = await api.pool.query(`select 1 from events where entity_id = $1`, [other.id])
    expect(events.rows).toEqual([])
    expect(await mailsTo(api.pool, other.creator)).toEqual([])
    expect(await refreshedPeople(api.pool, project.id)).toEqual([seller.id])
  })
})

describe('an applicant’s works', () => {
  test('are three at most, those on this site first, in the creator’s order', async () => {
    const project = await buildProject(api.pool)
    const { creator } = await buildApplication(api.pool, { project })
    const worksOf = async (urls: string[]) => {
      await api.pool.query(`update profiles set portfolio_urls = $2 where id = $1`, [
        creator.id,
        urls,
      ])
      return (await received(project))[0]?.creator.works
    }
    const elsewhere = 'https://elsewhere.example/a.png'
    expect(await worksOf([])).toEqual([])
    expect(await worksOf([elsewhere, '/art/one.svg'])).toEqual(['/art/one.svg', elsewhere])
    expect(
      await worksOf([
        elsewhere,
        `${api.deps.config.publicUrl}/film.mp4`,
        '/art/1.svg',
        '/art/2.svg',
      ]),
    ).toEqual([`${api.deps.config.publicUrl}/film.mp4`, '/art/1.svg', '/art/2.svg'])
  })
})
