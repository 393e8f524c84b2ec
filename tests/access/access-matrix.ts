import type { RouteKey } from '#contract/api.ts'
import { type AccessWorld, type Actor, ACTORS } from './access-world.ts'

/** One thing that can be asked of a route, and what each actor gets for it. */
export interface AccessCase {
  /** What is asked for, in the words of access-world.ts. */
  about: string
  input?: (world: AccessWorld) => { params?: object; query?: object; body?: object }
  expect: Record<Actor, number>
}

/** In the order of ACTORS: anonymous, owner, counterpart, applicant, stranger_seller, stranger_creator. */
function row(...statuses: [number, number, number, number, number, number]): Record<Actor, number> {
  return Object.fromEntries(ACTORS.map((actor, index) => [actor, statuses[index]])) as Record<
    Actor,
    number
  >
}

const EVERYBODY = row(200, 200, 200, 200, 200, 200)
const SIGNED_IN = row(401, 200, 200, 200, 200, 200)
const SELLERS = row(401, 200, 403, 403, 200, 403)
const CREATORS = row(401, 403, 200, 200, 403, 200)
/** A seller's route to a row of their own. */
const OWNER = row(401, 200, 403, 403, 404, 403)
/** Open to both roles, about something of the two parties. */
const PARTIES = row(401, 200, 200, 404, 404, 404)
/** A creator's route to a row of the counterpart. */
const COUNTERPART = row(401, 403, 200, 404, 403, 404)

const of =
  (
    thing: 'running' | 'active' | 'draft' | 'cancelled' | 'application' | 'pending' | 'invitation',
  ) =>
  (world: AccessWorld) => ({ params: { id: world[thing].id } })

/** Who gets what, route by route (SPEC §6, DECISIONS 18 and 20). A route without a line does not compile. */
export const accessMatrix: Record<RouteKey, AccessCase[]> = {
  'profiles.me': [{ about: 'oneself', expect: SIGNED_IN }],
  'profiles.update': [
    { about: 'oneself', input: () => ({ body: { name: 'Somebody Else' } }), expect: SIGNED_IN },
  ],
  // Everybody here has chosen long ago: again the same is fine, another is refused.
  'profiles.choose_role': [
    {
      about: 'a creator, whoever one is',
      input: () => ({ body: { role: 'creator' } }),
      expect: row(401, 409, 200, 200, 409, 200),
    },
  ],
  'profiles.list': [
    {
      about: 'a card',
      input: (world) => ({ query: { ids: world.people.owner.id } }),
      expect: SIGNED_IN,
    },
  ],
  'profiles.get': [
    {
      about: 'a brand',
      input: (world) => ({ params: { id: world.people.owner.id } }),
      expect: EVERYBODY,
    },
    {
      about: 'a creator',
      input: (world) => ({ params: { id: world.people.counterpart.id } }),
      expect: EVERYBODY,
    },
  ],
  'creators.search': [{ about: 'all', expect: SELLERS }],
  'dashboard.creator': [{ about: 'oneself', expect: CREATORS }],
  'dashboard.seller': [{ about: 'oneself', expect: SELLERS }],
  'navigation.counts': [{ about: 'oneself', expect: SIGNED_IN }],

  'projects.list': [{ about: 'all active', expect: SIGNED_IN }],
  'projects.mine': [{ about: 'one’s own', expect: SELLERS }],
  'projects.get': [
    { about: 'active', input: of('active'), expect: SIGNED_IN },
    { about: 'running', input: of('running'), expect: row(401, 200, 200, 200, 404, 404) },
    { about: 'draft', input: of('draft'), expect: row(401, 200, 404, 404, 404, 404) },
    { about: 'cancelled', input: of('cancelled'), expect: row(401, 200, 404, 404, 404, 404) },
  ],
  'projects.create': [
    {
      about: 'a draft',
      input: () => ({
        body: {
          title: 'A candle in a window',
          category: 'home',
          description: 'One still, one reel.',
          budget: 300,
          deadline: '2031-05-01',
          status: 'draft',
        },
      }),
      expect: SELLERS,
    },
  ],
  'projects.update': [
    {
      about: 'running',
      input: (w) => ({ ...of('running')(w), body: { product_details: 'Mind the glaze.' } }),
      expect: OWNER,
    },
    { about: 'active', input: (w) => ({ ...of('active')(w), body: { budget: 1 } }), expect: OWNER },
  ],
  'projects.publish': [{ about: 'draft', input: of('draft'), expect: OWNER }],
  'projects.cancel': [
    { about: 'active', input: of('active'), expect: OWNER },
    { about: 'draft', input: of('draft'), expect: OWNER },
  ],

  'applications.for_project': [
    { about: 'running', input: of('running'), expect: OWNER },
    { about: 'active', input: of('active'), expect: OWNER },
  ],
  'applications.count': [
    { about: 'active', input: of('active'), expect: SIGNED_IN },
    { about: 'running', input: of('running'), expect: row(401, 200, 200, 200, 404, 404) },
    { about: 'draft', input: of('draft'), expect: row(401, 200, 404, 404, 404, 404) },
  ],
  'applications.accepted': [{ about: 'running', input: of('running'), expect: PARTIES }],
  'applications.own': [
    { about: 'active', input: of('active'), expect: CREATORS },
    { about: 'running', input: of('running'), expect: row(401, 403, 200, 200, 403, 404) },
  ],
  'applications.submit': [
    {
      about: 'active',
      input: (w) => ({
        ...of('active')(w),
        body: { message: 'I would like to.', proposed_price: 120 },
      }),
      expect: row(401, 403, 200, 409, 403, 200),
    },
    {
      about: 'draft',
      input: (w) => ({
        ...of('draft')(w),
        body: { message: 'I would like to.', proposed_price: 120 },
      }),
      expect: row(401, 403, 404, 404, 403, 404),
    },
  ],
  'applications.mine': [{ about: 'one’s own', expect: CREATORS }],
  'applications.accept': [{ about: 'a pending one', input: of('pending'), expect: OWNER }],
  'applications.reject': [{ about: 'a pending one', input: of('pending'), expect: OWNER }],

  // An applicant who was turned down may ask: they delivered nothing, so they are told of nothing.
  'deliverables.for_project': [
    { about: 'running', input: of('running'), expect: row(401, 200, 200, 200, 404, 404) },
  ],
  'deliverables.submit': [
    {
      about: 'running',
      input: (w) => ({ ...of('running')(w), body: { file_id: w.freshFile.id } }),
      expect: row(401, 403, 200, 409, 403, 404),
    },
  ],
  'deliverables.mine': [{ about: 'one’s own', expect: CREATORS }],
  'deliverables.to_review': [{ about: 'one’s own', expect: SELLERS }],
  'deliverables.approve': [
    {
      about: 'a pending one',
      input: (w) => ({ params: { id: w.deliverable.id }, body: { release: false } }),
      expect: OWNER,
    },
  ],
  'deliverables.request_revision': [
    {
      about: 'a pending one',
      input: (w) => ({
        params: { id: w.deliverable.id },
        body: { reviewer_notes: 'Brighter, please.' },
      }),
      expect: OWNER,
    },
  ],

  'payments.list': [{ about: 'one’s own', expect: SIGNED_IN }],
  'payments.for_project': [{ about: 'running', input: of('running'), expect: PARTIES }],
  'payments.create': [
    {
      about: 'an accepted application that is not funded',
      input: (w) => ({ body: { project_id: w.unfunded.id, application_id: w.toFund.id } }),
      expect: row(401, 200, 404, 404, 404, 404),
    },
  ],
  // Nothing is held here, so the one who may is told just that; the money tests move real money.
  'payments.release': [
    {
      about: 'a payment that is not held',
      input: (w) => ({ body: { payment_id: w.payment.id } }),
      expect: row(401, 409, 404, 404, 404, 404),
    },
  ],
  'payments.refund': [
    {
      about: 'a payment that is not held',
      input: (w) => ({ body: { payment_id: w.payment.id } }),
      expect: row(401, 404, 409, 404, 404, 404),
    },
  ],
  'payments.statement': [
    { about: 'a payment', input: (w) => ({ params: { id: w.payment.id } }), expect: PARTIES },
  ],
  'payment_methods.create_customer': [
    { about: 'oneself', input: () => ({ body: { email: 'bills@example.com' } }), expect: SELLERS },
  ],
  'payment_methods.setup': [{ about: 'oneself', expect: SELLERS }],
  'payment_methods.list': [{ about: 'one’s own', expect: SELLERS }],
  'payment_methods.set_default': [
    {
      about: 'a card of the owner',
      input: (w) => ({ params: { id: w.paymentMethod.id } }),
      expect: OWNER,
    },
  ],
  'payment_methods.remove': [
    {
      about: 'a card of the owner',
      input: (w) => ({ params: { id: w.paymentMethod.id } }),
      expect: OWNER,
    },
  ],

  'payouts.account': [{ about: 'oneself', expect: CREATORS }],
  'payouts.onboard': [{ about: 'oneself', expect: CREATORS }],
  'payouts.refresh': [{ about: 'oneself', expect: CREATORS }],

  'conversations.list': [{ about: 'one’s own', expect: SIGNED_IN }],
  'conversations.open': [
    {
      about: 'the deal’s',
      input: (w) => ({ body: { project_id: w.running.id, creator_id: w.people.counterpart.id } }),
      expect: PARTIES,
    },
    {
      about: 'about a draft',
      input: (w) => ({
        body: { project_id: w.draft.id, creator_id: w.people.stranger_creator.id },
      }),
      expect: row(401, 404, 404, 404, 404, 404),
    },
  ],
  'conversations.get': [
    { about: 'the deal’s', input: (w) => ({ params: { id: w.conversation.id } }), expect: PARTIES },
  ],
  'messages.list': [
    { about: 'the deal’s', input: (w) => ({ params: { id: w.conversation.id } }), expect: PARTIES },
  ],
  'messages.send': [
    {
      about: 'the deal’s',
      input: (w) => ({ params: { id: w.conversation.id }, body: { content: 'Hello.' } }),
      expect: PARTIES,
    },
  ],
  'messages.read': [
    { about: 'the deal’s', input: (w) => ({ params: { id: w.conversation.id } }), expect: PARTIES },
  ],

  'invitations.mine': [{ about: 'one’s own', expect: CREATORS }],
  'invitations.send': [
    {
      about: 'to an active project',
      input: (w) => ({
        body: { project_id: w.active.id, creator_id: w.people.stranger_creator.id },
      }),
      expect: OWNER,
    },
  ],
  'invitations.accept': [{ about: 'a pending one', input: of('invitation'), expect: COUNTERPART }],
  'invitations.decline': [{ about: 'a pending one', input: of('invitation'), expect: COUNTERPART }],

  'sessions.list': [{ about: 'one’s own', expect: SIGNED_IN }],
  'sessions.end': [
    {
      about: 'one of the owner',
      input: (w) => ({ params: { id: w.session.id } }),
      expect: row(401, 200, 404, 404, 404, 404),
    },
  ],
}
