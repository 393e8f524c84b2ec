import { afterAll, beforeAll, expect, test } from 'vitest'
import { countDueRejection } from '#server/applications/application-answer-service.ts'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildInvitation,
  buildOffer,
  buildProject,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { type Call, duringDeletionOf } from '#tests/support/during-deletion.ts'
import { buildPackage } from '#tests/support/packages.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A creator who waits for an answer, and the project that they wait on. */
async function waiting() {
  const project = await buildProject(api.pool)
  const application = await buildApplication(api.pool, { project })
  return { project, application, creator: application.creator }
}

/** What answers someone; each returns who leaves, and the call made meanwhile. */
const ANSWERS: Record<string, () => Promise<[BuiltUser, Call]>> = {
  'hiring them': async () => {
    const { project, application, creator } = await waiting()
    const params = { id: application.id }
    return [creator, () => api.call(project.seller, 'applications.accept', { params })]
  },
  'hiring someone else': async () => {
    const { project, creator } = await waiting()
    const { id } = await buildApplication(api.pool, { project })
    return [creator, () => api.call(project.seller, 'applications.accept', { params: { id } })]
  },
  'a rejection that takes effect': async () => {
    const { application, creator } = await waiting()
    const due = sql`update applications set reject_at = now() - interval '1 minute' where id = ${application.id}`
    await execute(api.pool, due)
    return [
      creator,
      async () => {
        await countDueRejection(api.deps, application.id, new Date())
        return { status: 200, body: null }
      },
    ]
  },
  'cancelling the project they applied to': async () => {
    const { project, creator } = await waiting()
    const params = { id: project.id }
    return [creator, () => api.call(project.seller, 'projects.cancel', { params })]
  },
  'inviting them to a project that was posted for them': async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    const posted = sql`update projects set to_invite = ${creator.id} where id = ${project.id}`
    await execute(api.pool, posted)
    const body = { project_id: project.id, creator_id: creator.id, message: null }
    return [creator, () => api.call(project.seller, 'invitations.send', { body })]
  },
  'accepting their offer': async () => {
    const { project, application, creator } = await waiting()
    const { id } = await buildOffer(api.pool, { application, by: 'creator' })
    return [creator, () => api.call(project.seller, 'offers.accept', { params: { id } })]
  },
  'their answer to an offer': async () => {
    const { application, creator } = await waiting()
    const { id } = await buildOffer(api.pool, { application })
    return [creator, () => api.call(creator, 'offers.accept', { params: { id } })]
  },
  'accepting an invitation themselves': async () => {
    const { id, creator } = await buildInvitation(api.pool)
    return [creator, () => api.call(creator, 'invitations.accept', { params: { id } })]
  },
  'declining an invitation themselves': async () => {
    const { id, creator } = await buildInvitation(api.pool)
    return [creator, () => api.call(creator, 'invitations.decline', { params: { id } })]
  },
}

test.each(Object.entries(ANSWERS))(
  '%s waits for the deletion of the account, without a deadlock',
  async (_, prepare) => {
    const [creator, answer] = await prepare()
    const { id } = await buildPackage(api.pool, { creator })
    // Removed before applications and invitations are changed.
    const held = sql`select from packages where id = ${id} for update`
    expect((await duringDeletionOf(api, creator, answer, held))?.status).toBeLessThan(500)
  },
)
