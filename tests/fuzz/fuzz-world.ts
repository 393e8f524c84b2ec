import { keyed } from '#tests/support/keyed.ts'
import { cardSetupRequest, customerRequest } from '#server/providers/stripe/requests.ts'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#scripts/processes.ts'
import { authRoutes } from '#server/auth/auth-routes.ts'
import { refuseUnknownPaths } from '#server/http/error-handler.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'
import { webhookRoutes } from '#server/payments/webhook/webhook-routes.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { conversationSource } from '#server/conversations/conversation-source.ts'
import { reviewSource } from '#server/review/room-membership.ts'
import { createRealtime } from '#server/realtime/realtime.ts'
import { openStorage } from '#server/uploads/storage.ts'
import { exportRoute } from '#server/account/account-routes.ts'
import { storageRoutes } from '#server/uploads/storage-routes.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepCard } from '#server/payment-methods/payment-method-service.ts'
import { type StripeSandbox, startStripeSandbox } from '#sandbox/stripe/server.ts'
import { type AccessWorld, buildAccessWorld } from '#tests/access/access-world.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildDeliverable,
  buildGuestLink,
  buildNote,
  buildProject,
} from '#tests/support/builders.ts'
import type { Known } from './from-schema.ts'
import type { Chance } from './chance.ts'

const SECRETS = { secretKey: 'sk_test_fuzz', webhookSecret: 'whsec_fuzz' }

/** The product in this process, on a separate database, with a working payment provider. */
export interface FuzzServer {
  api: TestApi
  stripe: StripeSandbox
  /** "http://127.0.0.1:port" */
  origin: string
  /** Logged server failures. */
  errors: string[]
  close(): Promise<void>
}

export async function startFuzzServer(): Promise<FuzzServer> {
  const stripe = await startStripeSandbox({ port: 0, ...SECRETS })
  const settings = { apiBase: stripe.url, ...SECRETS }
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-fuzz-'))
  const api = await startApi({
    payments: createStripeProvider(settings),
    config: { stripe: settings, dataDir, authTestLimits: true },
  })
  const { app, deps, authenticate } = api
  const errors: string[] = []
  app.addHook('onError', async (request, _reply, error) => {
    const { statusCode, status = statusCode ?? 500 } = error as {
      statusCode?: number
      status?: number
    }
    if (status >= 500) errors.push(`${request.method} ${request.url}\n${error.stack}`)
  })
  await app.register(authRoutes, deps)
  await webhookRoutes(app, deps)
  const storage = await openStorage(deps.config, deps.log)
  await storageRoutes(app, deps, storage, authenticate)
  exportRoute(app, deps, storage.tools.files)
  refuseUnknownPaths(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  stripe.setWebhookUrl(`${origin}/webhooks/stripe`)
  const realtime = createRealtime({
    ...deps,
    conversations: conversationSource,
    reviews: reviewSource,
    httpServer: app.server,
    authenticate,
    livingSessions: async (ids) => new Set(ids),
  })
  await realtime.ready
  const jobs = await startJobs(api.deps.pool, paymentTasks(deps), deps.log)
  return {
    api,
    stripe,
    origin,
    errors,
    async close() {
      await jobs.stop()
      await realtime.close()
      app.server.closeAllConnections()
      await storage.close()
      await api.close()
      await stripe.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The world of the access table, with everything known to the provider too. */
export interface FuzzWorld extends AccessWorld {
  /** Held at the provider as in our books; the first permitted requests move it. */
  funded: { payment: { id: string }; project: { id: string } }[]
  cards: { id: string }[]
  /** A version that only the calls of its review room are about, with its notes and a link to it. */
  inReview: { deliverable: { id: string }; notes: { id: string }[]; link: { token: string } }
  /** A person who can sign in by password. */
  member: { email: string; password: string }
}

const DEALS = 2
const FUNDED_WITHIN_MS = 300_000
const CARDS = ['4242424242424242', '5555555555554444']

/** People with something in every state, known or unknown to the provider. */
export async function buildFuzzWorld({ api, stripe }: FuzzServer): Promise<FuzzWorld> {
  const world = await buildAccessWorld(api.pool)
  const { owner, counterpart, applicant, stranger_creator: stranger } = world.people
  await api.pool.query('delete from customer_payment_methods where id = $1', [
    world.paymentMethod.id,
  ])
  await api.pool.query('update profiles set stripe_customer_id = null where id = $1', [owner.id])
  const creators = [counterpart, applicant, stranger]
  await api.pool.query('delete from stripe_accounts where user_id = any($1)', [
    creators.map(({ id }) => id),
  ])
  for (const creator of creators) await api.call(creator, 'payouts.onboard')
  const accounts = await api.pool.query<{ id: string }>(
    `update stripe_accounts set onboarding_complete = true where user_id = any($1)
      returning stripe_account_id as id`,
    [creators.map(({ id }) => id)],
  )
  for (const { id } of accounts.rows) stripe.controls.finishOnboarding(id, 'complete')
  const cards = await saveCards({ api, stripe }, owner)
  const [card] = cards
  const funded: FuzzWorld['funded'] = []
  for (let deal = 0; deal < DEALS; deal += 1) {
    const project = await buildProject(api.pool, { seller: owner, status: 'in_progress' })
    const application = await buildApplication(api.pool, {
      project,
      creator: counterpart,
      status: 'accepted',
    })
    const { body } = await api.call(owner, 'payments.create', {
      body: {
        project_id: project.id,
        application_id: application.id,
        payment_method_id: card?.id,
      },
    })
    // A job makes its charge; on a busy machine that takes longer than the call waits.
    const isHeld = async () => {
      const { body: now } = await api.call(owner, 'payments.for_project', {
        params: { id: project.id },
      })
      return now?.status === 'held_in_escrow'
    }
    if (!(await until(isHeld, FUNDED_WITHIN_MS)))
      throw new Error(`a deal was not funded: ${JSON.stringify(body)}`)
    funded.push({ payment: { id: body.id }, project })
  }
  const inReview = await buildReview(api, owner, counterpart)
  return { ...world, funded, cards, inReview, member: await signUp(api) }
}

type Person = AccessWorld['people']['owner']

async function buildReview(
  { pool }: Pick<FuzzServer['api'], 'pool'>,
  seller: Person,
  creator: Person,
): Promise<FuzzWorld['inReview']> {
  const project = await buildProject(pool, { seller, status: 'in_progress' })
  const application = await buildApplication(pool, { project, creator, status: 'accepted' })
  const deliverable = await buildDeliverable(pool, { application })
  await pool.query("update files set file_type = 'video/mp4' where project_id = $1", [project.id])
  const notes: { id: string }[] = []
  for (const status of ['open', 'open', 'open', 'draft', 'draft'] as const)
    notes.push(await buildNote(pool, { deliverable, status }))
  return { deliverable, notes, link: await buildGuestLink(pool, { project }) }
}

async function saveCards(
  { api, stripe }: Pick<FuzzServer, 'api' | 'stripe'>,
  owner: Person,
): Promise<{ id: string }[]> {
  const { payments } = api.deps
  const { customerId } = await payments.createCustomer(
    keyed(customerRequest, {
      email: owner.email,
      name: owner.name,
      userId: owner.id,
      idempotencyKey: `customer:${owner.id}`,
    }),
  )
  await api.pool.query('update profiles set stripe_customer_id = $1 where id = $2', [
    customerId,
    owner.id,
  ])
  for (const card_number of CARDS) {
    const { sessionId } = await payments.createCardSetup(
      keyed(cardSetupRequest, {
        customerId,
        successUrl: 'https://brand.example/cards',
        cancelUrl: 'https://brand.example/cards',
        idempotencyKey: `card:${customerId}:${card_number}`,
      }),
    )
    stripe.controls.pay(sessionId, { card_number, expiry: '12/34', cvc: '123' })
    const card = (await payments.retrieveCheckout(sessionId))?.savedCard
    if (card === undefined) throw new Error('a card was not saved')
    await inTransaction(api.pool, (tx) => keepCard(tx, api.deps, customerId, card))
  }
  const { rows } = await api.pool.query<{ id: string }>(
    'select id from customer_payment_methods where stripe_customer_id = $1',
    [customerId],
  )
  return rows
}

let members = 0
async function signUp({ app, pool }: TestApi): Promise<FuzzWorld['member']> {
  const member = { email: `member.${(members += 1)}@example.com`, password: 'sturdy-oak-cart-42' }
  await app.inject({ method: 'POST', url: '/auth/v1/signup', payload: member })
  await pool.query('update auth.users set email_confirmed_at = now() where email = $1', [
    member.email,
  ])
  return member
}

/** The world's ids by the names they are sent under. */
export function knownOf(world: FuzzWorld, chance: Chance, path: string): Known {
  const { people } = world
  const inWork = world.funded.map(({ project }) => project)
  const projects = [
    world.running,
    world.unfunded,
    world.active,
    world.draft,
    world.cancelled,
    ...inWork,
  ]
  const payment = () => chance.one([world.payment, ...world.funded.map((one) => one.payment)]).id
  const ids: Record<string, () => unknown> = {
    project_id: () => chance.one(projects).id,
    application_id: () => chance.one([world.application, world.toFund, world.pending]).id,
    creator_id: () =>
      chance.one([people.counterpart, people.applicant, people.stranger_creator]).id,
    payment_id: payment,
    payment_method_id: () => chance.one(world.cards).id,
    file_id: () => world.freshFile.id,
    deadline: () => '2031-05-01',
    at_ms: () => 7_000,
    until_ms: () => 9_000,
    up_to: () => world.notification.id,
    note_id: () => world.note.id,
    token: () => chance.one([world.inReview.link, world.guestLink]).token,
    deliverable_id: () => world.inReview.deliverable.id,
    drawing: () => ({ v: 1, shapes: [{ t: 'box', c: 1, w: 2, p: [10, 10, 9_000, 9_000] }] }),
  }
  const byPath: [RegExp, () => string][] = [
    [/^\/api\/projects/, () => chance.one(projects).id],
    [/^\/api\/applications/, () => chance.one([world.application, world.toFund, world.pending]).id],
    [/^\/api\/deliverables\/:id\/review/, () => world.inReview.deliverable.id],
    [/^\/api\/deliverables/, () => world.deliverable.id],
    [/^\/api\/guest-links/, () => world.guestLink.id],
    [/^\/api\/review-notes/, () => chance.one([world.note, ...world.inReview.notes]).id],
    [/^\/api\/payments/, payment],
    [/^\/api\/payment-methods/, () => chance.one(world.cards).id],
    [/^\/api\/conversations/, () => world.conversation.id],
    [/^\/api\/invitations/, () => world.invitation.id],
    [/^\/api\/notifications/, () => String(world.notification.id)],
    [/^\/api\/sessions/, () => world.session.id],
    [/^\/api\/profiles/, () => chance.one(Object.values(people)).id],
    [/^\/api\/(operator\/)?disputes/, () => world.dispute.id],
    [/^\/api\/operator\/people/, () => chance.one(Object.values(people)).id],
    [/^\/api\/operator\/projects/, () => chance.one(projects).id],
    [/^\/api\/operator\/payments/, payment],
  ]
  const numbers: [RegExp, () => string][] = [
    [/^\/api\/operator\/webhooks/, () => world.webhook.number],
    [/^\/api\/operator\/jobs/, () => world.job.number],
    [/^\/api\/operator\/differences/, () => world.difference.number],
  ]
  const isReview = /^\/api\/(deliverables\/:id\/review|guest-review)/.test(path)
  return (name) => {
    if (name === 'ids')
      return Object.values(people)
        .map(({ id }) => id)
        .join(',')
    // The ids of a sending's notes.
    if (name === 'notes' && isReview) return chance.one(world.inReview.notes).id
    const named = name === 'id' ? byPath : name === 'number' ? numbers : []
    const found = named.find(([pattern]) => pattern.test(path))
    if (found !== undefined) return found[1]()
    if (name === 'website' || name === 'post_url') return 'https://shop.example/x'
    return ids[name]?.()
  }
}
