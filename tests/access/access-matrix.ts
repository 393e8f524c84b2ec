import { randomUUID } from 'node:crypto'
import type { RouteKey } from '#contract/api.ts'
import { ADDRESS } from '#tests/support/shipments.ts'
import { orderInput, packageInput } from '#tests/support/packages.ts'
import { type AccessWorld, type Actor, ACTORS } from './access-world.ts'

/** One request that a route can receive, and the result for each actor. */
export interface AccessCase {
  /** The request, in the words of access-world.ts. */
  about: string
  input?: (world: AccessWorld) => { params?: object; query?: object; body?: object }
  expect: Record<Actor, number>
}

/**
 * In the order of ACTORS: anonymous, owner, counterpart, applicant, stranger_seller, stranger_creator. An operator who
 * sells is a stranger_seller to every deal: only the console's calls treat operators differently.
 */
function row(...statuses: [number, number, number, number, number, number]): Record<Actor, number> {
  const ofActor = ACTORS.map((actor, index) => [actor, statuses[index] ?? statuses[4]])
  return Object.fromEntries(ofActor) as Record<Actor, number>
}

/** The console: it does not exist for anyone else. */
const OPERATORS: Record<Actor, number> = { ...row(404, 404, 404, 404, 404, 404), operator: 200 }

const EVERYBODY = row(200, 200, 200, 200, 200, 200)
const SIGNED_IN = row(401, 200, 200, 200, 200, 200)
const SELLERS = row(401, 200, 403, 403, 200, 403)
const CREATORS = row(401, 403, 200, 200, 403, 200)
/** A seller's route to one of their own rows. */
const OWNER = row(401, 200, 403, 403, 404, 403)
/** Open to both roles, about something that belongs to the two parties. */
const PARTIES = row(401, 200, 200, 404, 404, 404)
/** A creator's route to a row of the counterpart. */
const COUNTERPART = row(401, 403, 200, 404, 403, 404)

/** The two sides of a pending application. The deal's own creator is a stranger to it. */
const NEGOTIATORS = row(401, 200, 404, 200, 404, 404)

const of =
  (
    thing:
      | 'running'
      | 'active'
      | 'draft'
      | 'listing'
      | 'list'
      | 'split'
      | 'cancelled'
      | 'wantsAddress'
      | 'toShip'
      | 'onItsWay'
      | 'hasProblem'
      | 'application'
      | 'pending'
      | 'invitation'
      | 'package'
      | 'order'
      | 'report'
      | 'sanction',
  ) =>
  (world: AccessWorld) => ({ params: { id: world[thing].id } })

const onApplicant = (world: AccessWorld) => ({
  params: { id: world.people.applicant.id },
  body: { reason: 'They asked for it.' },
})
/** An operator's action on something that has a number. */
const onNumber = (thing: 'webhook' | 'job' | 'difference') => (world: AccessWorld) => ({
  params: { number: world[thing].number },
  body: { reason: 'Looked into it.' },
})

const onList = (world: AccessWorld) => ({
  params: { id: world.list.id, creator_id: world.people.counterpart.id },
  body: { note: 'Films kitchens.' },
})
/** About a deal that a listing split off. `applicant` is hired for the same listing, and is a stranger here. */
const onSplit =
  (thing: 'conversation' | 'amendment' | 'deliverable' | 'note' | 'dispute') =>
  (world: AccessWorld) => ({ params: { id: world.split[thing].id } })
const onAmendment = (world: AccessWorld) => ({ params: { id: world.amendment.id } })
const onExtension = (world: AccessWorld) => ({ params: { id: world.extension.id } })
const onOffer = (world: AccessWorld) => ({ params: { id: world.offer.id } })
const OFFERED = { price: 480, deliver_by: '2999-01-31', rounds: 1 }
const onDeliverable = (world: AccessWorld) => ({ params: { id: world.deliverable.id } })
const onNote = (world: AccessWorld) => ({ params: { id: world.note.id } })
const onPayment = (world: AccessWorld) => ({ params: { id: world.payment.id } })
const onDispute = (world: AccessWorld) => ({ params: { id: world.dispute.id } })

/**
 * The result of each route for each actor (SPEC §6, decisions P18 and P20). A route without a line does not compile.
 */
export const accessMatrix: Record<RouteKey, AccessCase[]> = {
  'profiles.me': [{ about: 'oneself', expect: SIGNED_IN }],
  'profiles.update': [
    { about: 'oneself', input: () => ({ body: { name: 'Somebody Else' } }), expect: SIGNED_IN },
  ],
  // Everyone here has already chosen a role: repeating it is fine, another role is refused.
  'profiles.choose_role': [
    {
      about: 'a creator, by any reader',
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
  'packages.mine': [{ about: 'one’s own', expect: CREATORS }],
  'packages.create': [
    { about: 'one’s own', input: () => ({ body: packageInput() }), expect: CREATORS },
  ],
  'packages.arrange': [
    {
      about: 'those of the counterpart',
      input: (world) => ({ body: { ids: [world.package.id, world.order.package_id] } }),
      expect: row(401, 403, 200, 409, 403, 409),
    },
  ],
  'packages.update': [
    {
      about: 'a listed one',
      input: (world) => ({ params: { id: world.package.id }, body: packageInput() }),
      expect: COUNTERPART,
    },
  ],
  'packages.list': [{ about: 'a listed one', input: of('package'), expect: COUNTERPART }],
  'packages.pause': [{ about: 'a listed one', input: of('package'), expect: COUNTERPART }],
  'packages.remove': [{ about: 'a listed one', input: of('package'), expect: COUNTERPART }],
  'package_orders.place': [
    {
      about: 'a listed package',
      input: (world) => ({ params: { id: world.package.id }, body: orderInput() }),
      expect: row(401, 200, 403, 403, 200, 403),
    },
  ],
  'package_orders.waiting': [{ about: 'one’s own', expect: SIGNED_IN }],
  'package_orders.get': [{ about: 'a waiting one', input: of('order'), expect: PARTIES }],
  'package_orders.accept': [{ about: 'a waiting one', input: of('order'), expect: COUNTERPART }],
  'package_orders.decline': [{ about: 'a waiting one', input: of('order'), expect: COUNTERPART }],
  'creators.search': [{ about: 'all', expect: SELLERS }],
  'creators.facets': [{ about: 'all', expect: SELLERS }],
  'creators.saved': [{ about: 'one’s own', expect: SELLERS }],
  'creators.save': [
    {
      about: 'a creator',
      input: (w) => ({ params: { id: w.people.counterpart.id } }),
      expect: SELLERS,
    },
    {
      about: 'a brand',
      input: (w) => ({ params: { id: w.people.owner.id } }),
      expect: row(401, 404, 403, 403, 404, 403),
    },
  ],
  'creators.unsave': [
    {
      about: 'a creator',
      input: (w) => ({ params: { id: w.people.counterpart.id } }),
      expect: SELLERS,
    },
  ],
  'dashboard.creator': [{ about: 'oneself', expect: CREATORS }],
  'dashboard.seller': [{ about: 'oneself', expect: SELLERS }],
  'dashboard.waiting': [{ about: 'one’s own', expect: SELLERS }],
  'dashboard.moves': [{ about: 'one’s own', expect: CREATORS }],
  'navigation.counts': [{ about: 'oneself', expect: SIGNED_IN }],
  'first_steps.arrive': [{ about: 'oneself', expect: SIGNED_IN }],
  'first_steps.list': [{ about: 'oneself', expect: SIGNED_IN }],
  'first_steps.dismiss': [{ about: 'oneself', expect: SIGNED_IN }],

  'projects.list': [{ about: 'all active', expect: SIGNED_IN }],
  'projects.mine': [{ about: 'one’s own', expect: SELLERS }],
  'projects.of_brand': [
    {
      about: 'a brand’s active ones',
      input: (world) => ({ params: { id: world.people.owner.id } }),
      expect: SIGNED_IN,
    },
  ],
  'projects.get': [
    { about: 'active', input: of('active'), expect: SIGNED_IN },
    { about: 'running', input: of('running'), expect: row(401, 200, 200, 200, 404, 404) },
    { about: 'draft', input: of('draft'), expect: row(401, 200, 404, 404, 404, 404) },
    { about: 'cancelled', input: of('cancelled'), expect: row(401, 200, 404, 200, 404, 404) },
    { about: 'one that hires several', input: of('listing'), expect: SIGNED_IN },
    // A creator hired for the same listing is a stranger to it.
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'projects.hires': [{ about: 'of one that hires several', input: of('listing'), expect: OWNER }],
  'projects.board': [{ about: 'of one that hires several', input: of('listing'), expect: OWNER }],
  'projects.board_cards': [
    {
      about: 'of one that hires several',
      input: (w) => ({ ...of('listing')(w), query: { column: 'applied' } }),
      expect: OWNER,
    },
  ],
  'projects.approved_work': [
    { about: 'of one that hires several', input: of('listing'), expect: OWNER },
  ],
  'projects.hire': [
    {
      about: 'for one that hires several',
      input: (w) => ({ ...of('listing')(w), body: { application_ids: [w.pending.id] } }),
      expect: OWNER,
    },
  ],
  'projects.shortlist': [
    {
      about: 'for one that hires several',
      input: (w) => ({ ...of('listing')(w), body: { application_ids: [w.pending.id] } }),
      expect: OWNER,
    },
  ],
  'projects.decline': [
    {
      about: 'for one that hires several',
      input: (w) => ({
        ...of('listing')(w),
        body: { application_ids: [w.pending.id], note: 'Not this time.' },
      }),
      expect: OWNER,
    },
  ],
  'projects.offer': [
    {
      about: 'for one that hires several',
      input: (w) => ({
        ...of('listing')(w),
        body: {
          offers: [{ id: randomUUID(), application_id: w.pending.id }],
          price: 1,
          deliver_by: '2031-05-01',
          rounds: 1,
          note: '',
        },
      }),
      expect: OWNER,
    },
  ],
  'projects.fund': [
    {
      about: 'of one that hires several',
      input: (w) => ({
        ...of('listing')(w),
        body: { payment_method_id: w.pending.id, deals: [] },
      }),
      expect: OWNER,
    },
  ],
  'projects.close_hiring': [
    { about: 'one that hires several', input: of('listing'), expect: OWNER },
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

  'brief_templates.list': [{ about: 'one’s own', expect: SELLERS }],
  'brief_templates.save': [
    {
      about: 'the brief of an active project',
      input: (world) => ({ body: { project_id: world.active.id, name: 'Reels' } }),
      expect: OWNER,
    },
  ],
  // Someone else's id is ignored: the call succeeds, and their row stays.
  'brief_templates.remove': [
    { about: 'one that is not there', input: of('active'), expect: SELLERS },
  ],

  'applications.for_project': [
    { about: 'running', input: of('running'), expect: OWNER },
    { about: 'active', input: of('active'), expect: OWNER },
    { about: 'a deal that was split off', input: of('split'), expect: OWNER },
  ],
  'applications.count': [
    { about: 'active', input: of('active'), expect: SIGNED_IN },
    { about: 'running', input: of('running'), expect: row(401, 200, 200, 200, 404, 404) },
    { about: 'draft', input: of('draft'), expect: row(401, 200, 404, 404, 404, 404) },
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'applications.accepted': [
    { about: 'running', input: of('running'), expect: PARTIES },
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'applications.own': [
    { about: 'active', input: of('active'), expect: CREATORS },
    { about: 'running', input: of('running'), expect: row(401, 403, 200, 200, 403, 404) },
    {
      about: 'a deal that was split off',
      input: of('split'),
      expect: row(401, 403, 200, 404, 403, 404),
    },
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
  'applications.accepting': [{ about: 'a pending one', input: of('pending'), expect: OWNER }],
  'applications.undo_reject': [
    { about: 'one that was not rejected', input: of('pending'), expect: OWNER },
  ],
  'applications.reject': [{ about: 'a pending one', input: of('pending'), expect: OWNER }],
  'applications.shortlist': [{ about: 'a pending one', input: of('pending'), expect: OWNER }],
  'applications.unshortlist': [{ about: 'a pending one', input: of('pending'), expect: OWNER }],

  'offers.list': [{ about: 'a pending application', input: of('pending'), expect: NEGOTIATORS }],
  'offers.make': [
    {
      about: 'a counter to the owner’s offer',
      input: (w) => ({
        ...of('pending')(w),
        body: { ...OFFERED, id: randomUUID(), answers: w.offer.id },
      }),
      expect: row(401, 409, 404, 200, 404, 404),
    },
  ],
  'offers.accept': [
    { about: 'the owner’s offer', input: onOffer, expect: row(401, 409, 404, 200, 404, 404) },
  ],
  'offers.decline': [
    { about: 'the owner’s offer', input: onOffer, expect: row(401, 409, 404, 200, 404, 404) },
  ],
  'offers.withdraw': [
    { about: 'the owner’s offer', input: onOffer, expect: row(401, 200, 404, 409, 404, 404) },
  ],
  'offers.waiting': [{ about: 'one’s own', expect: SIGNED_IN }],

  'amendments.list': [
    { about: 'a running deal', input: of('running'), expect: PARTIES },
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'amendments.propose': [
    {
      about: 'another date for a running deal',
      input: (w) => ({ ...of('running')(w), body: { id: randomUUID(), deliver_by: '2999-01-31' } }),
      expect: PARTIES,
    },
  ],
  'amendments.accept': [
    {
      about: 'the owner’s proposal',
      input: onAmendment,
      expect: row(401, 409, 200, 404, 404, 404),
    },
  ],
  'amendments.decline': [
    {
      about: 'the owner’s proposal',
      input: onAmendment,
      expect: row(401, 409, 200, 404, 404, 404),
    },
  ],
  'amendments.withdraw': [
    {
      about: 'the owner’s proposal',
      input: onAmendment,
      expect: row(401, 200, 409, 404, 404, 404),
    },
    {
      about: 'a deal that was split off',
      input: onSplit('amendment'),
      expect: row(401, 200, 409, 404, 404, 404),
    },
  ],

  'amendments.call_off': [
    // It is not agreed yet, so no one can cancel it.
    {
      about: 'the owner’s proposal',
      input: onAmendment,
      expect: row(401, 409, 409, 404, 404, 404),
    },
    {
      about: 'an agreed change that is not paid',
      input: (w) => ({ params: { id: w.unpaidChange.id } }),
      expect: PARTIES,
    },
  ],

  // A rejected applicant may call this: they delivered nothing, so they get an empty list.
  'deliverables.for_project': [
    { about: 'running', input: of('running'), expect: row(401, 200, 200, 200, 404, 404) },
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'deliverables.upload': [
    {
      about: 'the counterpart’s own',
      input: (w) => ({ params: { id: w.freshFile.id } }),
      expect: row(401, 403, 200, 404, 403, 404),
    },
  ],
  'deliverables.submit': [
    {
      about: 'running',
      input: (w) => ({ ...of('running')(w), body: { file_id: w.freshFile.id } }),
      expect: row(401, 403, 200, 409, 403, 404),
    },
  ],
  'deliverables.mine': [{ about: 'one’s own', expect: CREATORS }],
  'deliverables.queue': [{ about: 'one’s own', expect: SELLERS }],
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
    {
      about: 'a deal that was split off',
      input: (w) => ({
        ...onSplit('deliverable')(w),
        body: { reviewer_notes: 'Brighter, please.' },
      }),
      expect: OWNER,
    },
  ],

  'checks.before': [
    {
      about: 'the counterpart’s own upload',
      input: (w) => ({ ...of('running')(w), query: { file: w.freshFile.id } }),
      expect: row(401, 403, 200, 404, 403, 404),
    },
  ],
  'checks.of_delivery': [
    { about: 'a version’s', input: onDeliverable, expect: PARTIES },
    { about: 'a deal that was split off', input: onSplit('deliverable'), expect: PARTIES },
  ],
  'checks.answer': [
    {
      about: 'a check of a version that waits',
      input: (w) => ({ ...onDeliverable(w), body: { check_id: 'ratio', holds: false } }),
      expect: OWNER,
    },
  ],

  'review.room': [
    { about: 'a version’s', input: onDeliverable, expect: PARTIES },
    { about: 'a deal that was split off', input: onSplit('deliverable'), expect: PARTIES },
  ],
  'review.save_draft': [
    {
      about: 'a new note',
      input: (w) => ({
        ...onDeliverable(w),
        body: { id: randomUUID(), kind: 'must', body: 'The logo is cut off.' },
      }),
      expect: OWNER,
    },
  ],
  'review.discard_draft': [
    {
      about: 'the owner’s draft',
      input: (w) => ({ params: { id: w.draftNote.id } }),
      expect: OWNER,
    },
  ],
  'review.send': [
    {
      about: 'the owner’s draft',
      input: (w) => ({
        ...onDeliverable(w),
        body: { notes: [w.draftNote.id], request_changes: false },
      }),
      expect: OWNER,
    },
  ],
  'review.answer': [
    {
      about: 'a note that was sent',
      input: (w) => ({ ...onNote(w), body: { done: true } }),
      expect: COUNTERPART,
    },
    {
      about: 'a draft, which is the owner’s alone',
      input: (w) => ({ params: { id: w.draftNote.id }, body: { done: true } }),
      expect: row(401, 403, 404, 404, 403, 404),
    },
  ],
  'review.resolve': [{ about: 'a note that was sent', input: onNote, expect: OWNER }],
  'review.reopen': [{ about: 'a note that is open', input: onNote, expect: OWNER }],
  'review.withdraw': [{ about: 'a note without an answer', input: onNote, expect: OWNER }],
  'review.reply': [
    {
      about: 'a note that was sent',
      input: (w) => ({ ...onNote(w), body: { id: randomUUID(), body: 'At the start, too?' } }),
      expect: PARTIES,
    },
    {
      about: 'a draft, to which nobody replies',
      input: (w) => ({
        params: { id: w.draftNote.id },
        body: { id: randomUUID(), body: 'At the start, too?' },
      }),
      expect: row(401, 404, 404, 404, 404, 404),
    },
    {
      about: 'a deal that was split off',
      input: (w) => ({
        ...onSplit('note')(w),
        body: { id: randomUUID(), body: 'At the start, too?' },
      }),
      expect: PARTIES,
    },
  ],
  'review.create_guest_link': [
    { about: 'running', input: of('running'), expect: OWNER },
    { about: 'a deal that was split off', input: of('split'), expect: OWNER },
  ],
  'review.revoke_guest_link': [
    {
      about: 'a link',
      input: (w) => ({ params: { id: w.guestLink.id } }),
      expect: OWNER,
    },
  ],
  // The holder of the token is the guest; without the token there is nothing to see.
  'review.guest_room': [
    {
      about: 'by a token',
      input: (w) => ({ body: { token: w.guestLink.token } }),
      expect: EVERYBODY,
    },
    {
      about: 'by a guessed token',
      input: () => ({ body: { token: 'x'.repeat(43) } }),
      expect: row(410, 410, 410, 410, 410, 410),
    },
  ],
  'review.guest_note': [
    {
      about: 'by a token',
      input: (w) => ({
        body: {
          token: w.guestLink.token,
          name: 'Noor',
          id: randomUUID(),
          deliverable_id: w.deliverable.id,
          kind: 'wish',
          body: 'Could the mug be larger?',
        },
      }),
      expect: EVERYBODY,
    },
  ],

  'payments.list': [{ about: 'one’s own', expect: SIGNED_IN }],
  'payments.for_project': [
    { about: 'running', input: of('running'), expect: PARTIES },
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'payments.arrivals': [{ about: 'one’s own', expect: CREATORS }],
  'payments.seen': [
    {
      about: 'a payment that was not released: nothing to see',
      input: onPayment,
      expect: row(401, 403, 200, 404, 403, 404),
    },
  ],
  'payments.create': [
    {
      about: 'an accepted application that is not funded',
      input: (w) => ({ body: { project_id: w.unfunded.id, application_id: w.toFund.id } }),
      expect: row(401, 200, 404, 404, 404, 404),
    },
  ],
  // Nothing is held here, so the permitted actor is told just that; the money tests move real money.
  'payments.release': [
    {
      about: 'a payment that is not held',
      input: (w) => ({ body: { payment_id: w.payment.id } }),
      expect: row(401, 409, 404, 404, 404, 404),
    },
    {
      about: 'a deal that was split off',
      input: (w) => ({ body: { payment_id: w.split.payment.id } }),
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
  'documents.list': [{ about: 'one’s own', expect: SIGNED_IN }],
  'documents.get': [
    {
      about: 'a receipt',
      input: (w) => ({ params: { id: w.document.id } }),
      expect: row(401, 200, 404, 404, 404, 404),
    },
  ],
  'documents.pdf': [
    {
      about: 'a receipt',
      input: (w) => ({ params: { id: w.document.id } }),
      expect: row(401, 200, 404, 404, 404, 404),
    },
  ],
  'tax.get': [{ about: 'one’s own', expect: SIGNED_IN }],
  'tax.save': [
    {
      about: 'oneself',
      input: () => ({
        body: {
          legal_name: 'Access Ltd',
          address: '1 High Street',
          country: 'GB',
          business: true,
          tax_id: null,
        },
      }),
      expect: SIGNED_IN,
    },
  ],
  'statements.get': [
    {
      about: 'one’s own',
      input: () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
      expect: SIGNED_IN,
    },
  ],
  'statements.csv': [
    {
      about: 'one’s own',
      input: () => ({ body: { from: '2026-01-01', to: '2026-12-31' } }),
      expect: SIGNED_IN,
    },
  ],
  'statements.forecast': [{ about: 'one’s own', expect: SIGNED_IN }],
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

  'reputation.of_deal': [{ about: 'running', input: of('running'), expect: PARTIES }],
  'reputation.write': [
    {
      about: 'the owner’s own',
      input: (w) => ({
        params: { id: w.openReviews.seller },
        body: { scores: { first: 5, second: 4, third: 5 }, again: true },
      }),
      expect: row(401, 200, 404, 404, 404, 404),
    },
    {
      about: 'one that is shown',
      input: (w) => ({
        params: { id: w.shownReviews.seller },
        body: { scores: { first: 1, second: 1, third: 1 }, again: false },
      }),
      expect: row(401, 409, 404, 404, 404, 404),
    },
  ],
  'reputation.ask': [
    {
      about: 'the counterpart’s',
      input: (w) => ({ params: { id: w.openReviews.creator } }),
      expect: row(401, 200, 404, 404, 404, 404),
    },
  ],
  'reputation.answer': [
    {
      about: 'the counterpart’s, which is shown',
      input: (w) => ({ params: { id: w.shownReviews.creator }, body: { body: 'Thank you.' } }),
      expect: row(401, 200, 404, 404, 404, 404),
    },
    {
      about: 'the counterpart’s, which nobody wrote yet',
      input: (w) => ({ params: { id: w.openReviews.creator }, body: { body: 'Thank you.' } }),
      expect: row(401, 409, 404, 404, 404, 404),
    },
  ],
  'reputation.of_profile': [
    {
      about: 'a creator’s',
      input: (w) => ({ params: { id: w.people.counterpart.id } }),
      expect: EVERYBODY,
    },
  ],
  'reports.create': [
    {
      about: 'a brand’s profile',
      input: (w) => ({
        body: { subject: 'profile', subject_id: w.people.owner.id, reason: 'scam', body: 'Look.' },
      }),
      expect: row(401, 409, 200, 200, 200, 200),
    },
    {
      about: 'a draft',
      input: (w) => ({
        body: { subject: 'project', subject_id: w.draft.id, reason: 'scam', body: '' },
      }),
      expect: row(401, 409, 404, 404, 404, 404),
    },
    {
      about: 'the owner’s message',
      input: (w) => ({
        body: { subject: 'message', subject_id: w.message.id, reason: 'harassment', body: '' },
      }),
      expect: row(401, 409, 200, 404, 404, 404),
    },
    {
      about: 'a review that is shown',
      input: (w) => ({
        body: { subject: 'review', subject_id: w.shownReviews.seller, reason: 'other', body: '' },
      }),
      expect: row(401, 409, 200, 200, 200, 200),
    },
    {
      about: 'a review that nobody may read yet',
      input: (w) => ({
        body: { subject: 'review', subject_id: w.openReviews.seller, reason: 'other', body: '' },
      }),
      expect: row(401, 404, 404, 404, 404, 404),
    },
    {
      about: 'the licence of a deal',
      input: (w) => ({
        body: { subject: 'licence', subject_id: w.licence.id, reason: 'unlicensed', body: '' },
      }),
      expect: PARTIES,
    },
  ],
  'blocks.list': [{ about: 'one’s own', expect: SIGNED_IN }],
  'blocks.get': [
    {
      about: 'a brand',
      input: (w) => ({ params: { id: w.people.owner.id } }),
      expect: SIGNED_IN,
    },
  ],
  'blocks.add': [
    {
      about: 'the applicant',
      input: (w) => ({ params: { id: w.people.applicant.id } }),
      expect: row(401, 200, 200, 409, 200, 200),
    },
    {
      about: 'no one',
      input: () => ({ params: { id: randomUUID() } }),
      expect: row(401, 404, 404, 404, 404, 404),
    },
  ],
  'blocks.remove': [
    {
      about: 'the applicant',
      input: (w) => ({ params: { id: w.people.applicant.id } }),
      expect: SIGNED_IN,
    },
  ],
  'sanctions.get': [
    {
      about: 'one about the counterpart',
      input: of('sanction'),
      expect: row(404, 404, 200, 404, 404, 404),
    },
  ],
  'sanctions.appeal': [
    {
      about: 'one about the counterpart',
      input: (w) => ({ params: { id: w.sanction.id }, body: { body: 'It was true.' } }),
      expect: row(404, 404, 200, 404, 404, 404),
    },
  ],
  'operator.reports': [{ about: 'all', expect: OPERATORS }],
  'operator.report': [{ about: 'a waiting one', input: of('report'), expect: OPERATORS }],
  'operator.take_report': [{ about: 'a waiting one', input: of('report'), expect: OPERATORS }],
  'operator.dismiss_report': [
    {
      about: 'a waiting one',
      input: (w) => ({ params: { id: w.report.id }, body: { reason: 'Nothing is wrong.' } }),
      expect: OPERATORS,
    },
  ],
  'operator.act_on_report': [
    {
      about: 'a waiting one',
      input: (w) => ({
        params: { id: w.report.id },
        body: { act: 'warn', reason: 'scam', facts: 'It was not true.' },
      }),
      expect: OPERATORS,
    },
  ],
  'operator.sanctions': [
    {
      about: 'those of a person',
      input: (w) => ({ query: { person: w.people.counterpart.id } }),
      expect: OPERATORS,
    },
  ],
  'operator.rings': [{ about: 'all', expect: OPERATORS }],
  'operator.overrule_ring': [
    {
      about: 'one that is counted out',
      input: (w) => ({ params: { id: w.ring.id }, body: { reason: 'They share an office.' } }),
      expect: OPERATORS,
    },
  ],
  'operator.reinstate_ring': [
    {
      about: 'one that was overruled',
      input: (w) => ({
        params: { id: w.overruledRing.id },
        body: { reason: 'They live together.' },
      }),
      expect: OPERATORS,
    },
  ],
  'operator.appeals': [{ about: 'open ones', expect: OPERATORS }],
  'operator.answer_appeal': [
    {
      about: 'an open one',
      input: (w) => ({
        params: { id: w.appealed.id },
        body: { outcome: 'upheld', answer: 'We looked again.' },
      }),
      expect: OPERATORS,
    },
  ],
  // Always the caller's own: no parameter can name anyone else.
  'track_records.rows': [
    {
      about: 'one’s own figure',
      input: () => ({ query: { figure: 'on_time' } }),
      expect: SIGNED_IN,
    },
  ],
  'operator.deal_reviews': [{ about: 'all', expect: OPERATORS }],
  'operator.hide_deal_review': [
    {
      about: 'one that is shown',
      input: (w) => ({
        params: { id: w.shownReviews.seller },
        body: { reason: 'It names a home.' },
      }),
      expect: OPERATORS,
    },
    {
      about: 'one that is open',
      input: (w) => ({
        params: { id: w.openReviews.seller },
        body: { reason: 'It names a home.' },
      }),
      expect: row(404, 404, 404, 404, 404, 404),
    },
  ],
  'shipping.get': [
    { about: 'running', input: of('running'), expect: row(401, 200, 200, 200, 404, 404) },
    { about: 'with a product', input: of('toShip'), expect: PARTIES },
    { about: 'an active project', input: of('active'), expect: SIGNED_IN },
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'shipping.address': [
    { about: 'of a product to ship', input: of('toShip'), expect: PARTIES },
    {
      about: 'of a deal without one',
      input: of('running'),
      expect: row(401, 404, 404, 404, 404, 404),
    },
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'shipping.plan': [
    {
      about: 'for a draft',
      input: (w) => ({ ...of('draft')(w), body: { product: 'Steel bottle', value: 45 } }),
      expect: OWNER,
    },
  ],
  'shipping.drop': [{ about: 'of a draft', input: of('draft'), expect: OWNER }],
  'shipping.give_address': [
    {
      about: 'a running deal',
      input: (w) => ({ ...of('wantsAddress')(w), body: ADDRESS }),
      expect: COUNTERPART,
    },
  ],
  'shipping.ship': [
    {
      about: 'a running deal',
      input: (w) => ({ ...of('toShip')(w), body: { carrier: 'Royal Mail' } }),
      expect: OWNER,
    },
    {
      about: 'a deal that was split off',
      input: (w) => ({ ...of('split')(w), body: { carrier: 'Royal Mail' } }),
      expect: OWNER,
    },
  ],
  'shipping.export': [
    { about: 'of all one’s deals', input: () => ({ body: {} }), expect: SELLERS },
    {
      about: 'of a brand’s deal',
      input: (w) => ({ body: { project_id: w.toShip.id } }),
      expect: OWNER,
    },
  ],
  'shipping.import': [
    {
      about: 'about a brand’s deal',
      input: (w) => ({
        body: { csv: `project_id,carrier\n${w.toShip.id},UPS\n`, dry_run: true },
      }),
      expect: SELLERS,
    },
  ],
  'shipping.receive': [
    { about: 'what had a problem', input: of('hasProblem'), expect: COUNTERPART },
  ],
  'shipping.report': [
    {
      about: 'what is on its way',
      input: (w) => ({ ...of('onItsWay')(w), body: { problem: 'damaged' } }),
      expect: COUNTERPART,
    },
  ],
  'licences.check': [
    { about: 'a code', input: (w) => ({ params: { code: w.licence.code } }), expect: EVERYBODY },
  ],
  'licences.of_project': [
    { about: 'running', input: of('running'), expect: PARTIES },
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'extensions.of_project': [
    { about: 'running', input: of('running'), expect: PARTIES },
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'extensions.make': [
    // Another one is open.
    {
      about: 'a licence with an end',
      input: (w) => ({ ...of('running')(w), body: { id: randomUUID(), months: 6, price: 80 } }),
      expect: row(401, 409, 409, 404, 404, 404),
    },
  ],
  'extensions.accept': [
    { about: 'the owner’s offer', input: onExtension, expect: row(401, 409, 200, 404, 404, 404) },
  ],
  'extensions.decline': [
    { about: 'the owner’s offer', input: onExtension, expect: row(401, 409, 200, 404, 404, 404) },
  ],
  'extensions.withdraw': [
    { about: 'the owner’s offer', input: onExtension, expect: row(401, 200, 409, 404, 404, 404) },
  ],
  'disputes.for_project': [
    { about: 'running', input: of('running'), expect: PARTIES },
    { about: 'a deal that was split off', input: of('split'), expect: PARTIES },
  ],
  'disputes.open': [
    {
      about: 'a payment that is held',
      input: (w) => ({
        params: { id: w.heldPayment.id },
        body: { reason: 'other', statement: 'Nobody answers.' },
      }),
      expect: PARTIES,
    },
  ],
  'disputes.state': [
    {
      about: 'an open one',
      input: (w) => ({ params: { id: w.dispute.id }, body: { statement: 'It is, at 0:12.' } }),
      expect: PARTIES,
    },
    {
      about: 'a deal that was split off',
      input: (w) => ({ ...onSplit('dispute')(w), body: { statement: 'It is, at 0:12.' } }),
      expect: PARTIES,
    },
  ],
  'disputes.withdraw': [
    {
      about: 'one the owner opened',
      input: (w) => ({ params: { id: w.dispute.id } }),
      expect: row(401, 200, 409, 404, 404, 404),
    },
    {
      about: 'a deal that was split off',
      input: onSplit('dispute'),
      expect: row(401, 200, 409, 404, 404, 404),
    },
  ],
  'disputes.evidence': [
    { about: 'an open one', input: (w) => ({ params: { id: w.dispute.id } }), expect: PARTIES },
    { about: 'a deal that was split off', input: onSplit('dispute'), expect: PARTIES },
  ],

  'payouts.account': [{ about: 'oneself', expect: CREATORS }],
  'payouts.onboard': [{ about: 'oneself', expect: CREATORS }],
  'payouts.refresh': [{ about: 'oneself', expect: CREATORS }],
  'payouts.dashboard': [{ about: 'oneself', expect: CREATORS }],

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
    {
      about: 'a deal that was split off',
      input: (w) => ({ body: { project_id: w.split.id, creator_id: w.people.counterpart.id } }),
      expect: PARTIES,
    },
  ],
  'conversations.get': [
    { about: 'the deal’s', input: (w) => ({ params: { id: w.conversation.id } }), expect: PARTIES },
    { about: 'a deal that was split off', input: onSplit('conversation'), expect: PARTIES },
  ],
  'conversations.with_creator': [
    {
      about: 'a creator',
      input: (w) => ({ params: { id: w.people.counterpart.id } }),
      expect: SELLERS,
    },
    {
      about: 'a brand',
      input: (w) => ({ params: { id: w.people.owner.id } }),
      expect: row(401, 404, 403, 403, 404, 403),
    },
  ],
  'conversations.events': [
    { about: 'the deal’s', input: (w) => ({ params: { id: w.conversation.id } }), expect: PARTIES },
    { about: 'a deal that was split off', input: onSplit('conversation'), expect: PARTIES },
  ],
  'messages.list': [
    { about: 'the deal’s', input: (w) => ({ params: { id: w.conversation.id } }), expect: PARTIES },
    { about: 'a deal that was split off', input: onSplit('conversation'), expect: PARTIES },
  ],
  'messages.files': [
    { about: 'the deal’s', input: (w) => ({ params: { id: w.conversation.id } }), expect: PARTIES },
    { about: 'a deal that was split off', input: onSplit('conversation'), expect: PARTIES },
  ],
  'messages.send': [
    {
      about: 'the deal’s',
      input: (w) => ({ params: { id: w.conversation.id }, body: { content: 'Hello.' } }),
      expect: PARTIES,
    },
    {
      about: 'a deal that was split off',
      input: (w) => ({ ...onSplit('conversation')(w), body: { content: 'Hello.' } }),
      expect: PARTIES,
    },
  ],
  'messages.read': [
    { about: 'the deal’s', input: (w) => ({ params: { id: w.conversation.id } }), expect: PARTIES },
    { about: 'a deal that was split off', input: onSplit('conversation'), expect: PARTIES },
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
  'invitations.send_many': [
    {
      about: 'to an active project',
      input: (w) => ({
        body: { project_id: w.active.id, creator_ids: [w.people.stranger_creator.id] },
      }),
      expect: OWNER,
    },
  ],
  'invitations.accept': [{ about: 'a pending one', input: of('invitation'), expect: COUNTERPART }],
  'invitations.decline': [{ about: 'a pending one', input: of('invitation'), expect: COUNTERPART }],

  'notifications.list': [{ about: 'one’s own', expect: SIGNED_IN }],
  'notifications.unread': [{ about: 'one’s own', expect: SIGNED_IN }],
  'notifications.read': [
    {
      about: 'one of the owner',
      input: (w) => ({ params: { id: String(w.notification.id) } }),
      expect: row(401, 200, 404, 404, 404, 404),
    },
  ],
  'notifications.read_all': [
    {
      about: 'one’s own',
      input: (w) => ({ body: { up_to: w.notification.id } }),
      expect: SIGNED_IN,
    },
  ],
  'notifications.seen': [
    { about: 'oneself', input: () => ({ body: { path: '/messages' } }), expect: SIGNED_IN },
  ],
  'notifications.preferences': [{ about: 'one’s own', expect: SIGNED_IN }],
  'notifications.prefer': [
    {
      about: 'oneself',
      input: () => ({ body: { kind: 'payments', email: false } }),
      expect: SIGNED_IN,
    },
  ],

  'push.state': [{ about: 'one’s own', expect: SIGNED_IN }],
  'push.subscribe': [
    {
      about: 'one’s own browser',
      input: () => ({
        body: {
          endpoint: `https://push.example/${randomUUID()}`,
          p256dh: 'p'.repeat(87),
          auth: 'a'.repeat(22),
        },
      }),
      expect: SIGNED_IN,
    },
  ],
  'push.unsubscribe': [{ about: 'one’s own browser', expect: SIGNED_IN }],

  'lists.all': [{ about: 'one’s own', expect: SELLERS }],
  'lists.create': [
    { about: 'one’s own', input: () => ({ body: { name: randomUUID() } }), expect: SELLERS },
  ],
  'lists.rename': [
    {
      about: 'a brand’s',
      input: (w) => ({ params: { id: w.list.id }, body: { name: 'Kitchens' } }),
      expect: OWNER,
    },
  ],
  'lists.people': [{ about: 'a brand’s', input: of('list'), expect: OWNER }],
  'lists.of_creator': [
    {
      about: 'a creator',
      input: (w) => ({ params: { id: w.people.counterpart.id } }),
      expect: SELLERS,
    },
  ],
  'lists.last_deals': [
    {
      about: 'a creator',
      input: (w) => ({ query: { ids: w.people.counterpart.id } }),
      expect: SELLERS,
    },
  ],
  'lists.mine': [{ about: 'oneself', expect: CREATORS }],
  'lists.add': [
    { about: 'to a brand’s', input: onList, expect: OWNER },
    {
      about: 'a brand',
      input: (w) => ({ params: { id: w.list.id, creator_id: w.people.owner.id }, body: {} }),
      expect: row(401, 404, 403, 403, 404, 403),
    },
  ],
  'lists.note': [{ about: 'on a brand’s', input: onList, expect: OWNER }],
  'lists.drop': [
    {
      about: 'someone who is not on it',
      input: (w) => ({ params: { id: w.list.id, creator_id: w.people.stranger_creator.id } }),
      expect: SELLERS,
    },
  ],
  'lists.remove': [{ about: 'one that is not there', input: of('active'), expect: SELLERS }],
  'searches.list': [{ about: 'one’s own', expect: SIGNED_IN }],
  'searches.save': [
    {
      about: 'projects',
      input: () => ({ body: { about: 'projects', q: 'mug' } }),
      expect: SIGNED_IN,
    },
    { about: 'creators', input: () => ({ body: { about: 'creators' } }), expect: SELLERS },
  ],
  // Someone else's id is ignored: the call succeeds, and their row stays.
  'searches.remove': [{ about: 'one that is not there', input: of('active'), expect: SIGNED_IN }],

  'account.export': [{ about: 'one’s own', expect: SIGNED_IN }],
  'account.log': [{ about: 'one’s own', expect: SIGNED_IN }],
  // No one here has given a fresh proof; the tests in server/account make the call with one.
  'account.delete': [
    {
      about: 'one’s own, without a proof',
      input: () => ({ body: { password: 'a guess' } }),
      expect: row(401, 422, 422, 422, 422, 422),
    },
  ],

  'operator.overview': [{ about: 'what waits', expect: OPERATORS }],
  'operator.people': [{ about: 'everybody', expect: OPERATORS }],
  'operator.person': [
    {
      about: 'the counterpart',
      input: (w) => ({ params: { id: w.people.counterpart.id } }),
      expect: OPERATORS,
    },
  ],
  'operator.ban': [
    {
      about: 'the applicant',
      input: (w) => ({
        params: { id: w.people.applicant.id },
        body: { reason: 'Sold followers.', days: 7 },
      }),
      expect: OPERATORS,
    },
    {
      about: 'an operator',
      input: (w) => ({
        params: { id: w.people.operator.id },
        body: { reason: 'By mistake.', days: null },
      }),
      expect: { ...OPERATORS, operator: 409 },
    },
  ],
  'operator.unban': [{ about: 'the applicant', input: onApplicant, expect: OPERATORS }],
  'operator.begin_view': [
    {
      about: 'the applicant',
      input: (w) => ({
        params: { id: w.people.applicant.id },
        body: { reason_kind: 'asked_for_help', reason: 'They wrote to support.' },
      }),
      expect: OPERATORS,
    },
    {
      about: 'an operator',
      input: (w) => ({
        params: { id: w.people.operator.id },
        body: { reason_kind: 'asked_for_help', reason: 'They wrote to support.' },
      }),
      expect: { ...OPERATORS, operator: 409 },
    },
  ],
  'operator.end_view': [
    { about: 'their own', input: (w) => ({ params: { id: w.view.id } }), expect: OPERATORS },
    {
      about: 'one that is not theirs',
      input: of('active'),
      expect: { ...OPERATORS, operator: 404 },
    },
  ],
  'operator.end_sessions': [{ about: 'the applicant', input: onApplicant, expect: OPERATORS }],
  'operator.projects': [
    { about: 'all', expect: OPERATORS },
    {
      about: 'the deals of one that hires several',
      input: (w) => ({ query: { listing: w.listing.id } }),
      expect: OPERATORS,
    },
  ],
  'operator.project': [
    { about: 'a draft', input: of('draft'), expect: OPERATORS },
    { about: 'one that hires several', input: of('listing'), expect: OPERATORS },
    { about: 'a deal that was split off', input: of('split'), expect: OPERATORS },
  ],
  'operator.deliverables': [
    { about: 'a running deal', input: of('running'), expect: OPERATORS },
    { about: 'a deal that was split off', input: of('split'), expect: OPERATORS },
  ],
  'operator.payments': [{ about: 'all', expect: OPERATORS }],
  'operator.payment': [{ about: 'a payment', input: onPayment, expect: OPERATORS }],
  'operator.documents': [{ about: 'all', expect: OPERATORS }],
  'operator.document': [
    {
      about: 'a receipt',
      input: (w) => ({ params: { id: w.document.id } }),
      expect: OPERATORS,
    },
  ],
  'operator.webhooks': [{ about: 'the inbox', expect: OPERATORS }],
  'operator.webhook_deliveries': [{ about: 'counts', expect: OPERATORS }],
  'operator.apply_webhook': [{ about: 'an event', input: onNumber('webhook'), expect: OPERATORS }],
  'operator.jobs': [{ about: 'failed ones', expect: OPERATORS }],
  'operator.retry_job': [{ about: 'a failed job', input: onNumber('job'), expect: OPERATORS }],
  'operator.give_up_job': [{ about: 'a failed job', input: onNumber('job'), expect: OPERATORS }],
  'operator.differences': [{ about: 'all', expect: OPERATORS }],
  'operator.take_difference': [
    {
      about: 'an open one',
      input: (w) => ({ params: { number: w.difference.number } }),
      expect: OPERATORS,
    },
  ],
  'operator.note_difference': [
    {
      about: 'an open one',
      input: (w) => ({
        params: { number: w.difference.number },
        body: { reason: 'Asked the provider.' },
      }),
      expect: OPERATORS,
    },
  ],
  'operator.resolve_difference': [
    { about: 'an open one', input: onNumber('difference'), expect: OPERATORS },
  ],
  'operator.disputes': [{ about: 'all', expect: OPERATORS }],
  'operator.dispute': [{ about: 'an open one', input: onDispute, expect: OPERATORS }],
  'operator.dispute_evidence': [{ about: 'an open one', input: onDispute, expect: OPERATORS }],
  // It waits for the creator's answer; the tests in server/disputes decide one that waits for a decision.
  'operator.decide_dispute': [
    {
      about: 'one that was not answered yet',
      input: (w) => ({
        ...onDispute(w),
        body: { outcome: 'split', returned_amount: 100, reason: 'Half of it was delivered.' },
      }),
      expect: { ...OPERATORS, operator: 409 },
    },
  ],
  // No bank disputes this payment: even that is more than anyone else learns.
  'operator.bank_dispute': [
    { about: 'a payment', input: onPayment, expect: { ...OPERATORS, operator: 409 } },
  ],
  'operator.send_bank_evidence': [
    {
      about: 'a payment that a bank disputes',
      input: (w) => ({
        ...onPayment(w),
        body: { evidence: { product_description: 'A video.' }, reason: 'It was delivered.' },
      }),
      expect: OPERATORS,
    },
  ],
  'operator.proposals': [{ about: 'all', expect: OPERATORS }],
  // No one may confirm or reject their own proposal; server/operator/proposals.test.ts has a second operator.
  'operator.confirm_proposal': [
    {
      about: 'their own',
      input: (w) => ({
        params: { id: w.proposal.id },
        body: { digest: w.proposal.digest, reason: 'I agree.' },
      }),
      expect: { ...OPERATORS, operator: 409 },
    },
  ],
  'operator.reject_proposal': [
    {
      about: 'their own',
      input: (w) => ({ params: { id: w.proposal.id }, body: { reason: 'Not so.' } }),
      expect: { ...OPERATORS, operator: 409 },
    },
  ],
  'operator.withdraw_proposal': [
    {
      about: 'their own',
      input: (w) => ({ params: { id: w.proposal.id }, body: { reason: 'Too early.' } }),
      expect: OPERATORS,
    },
  ],
  'operator.operators': [{ about: 'all', expect: OPERATORS }],
  'operator.set_role': [
    {
      about: 'the role they have',
      input: (w) => ({
        params: { id: w.people.operator.id },
        body: { role: 'owner', reason: 'As before.' },
      }),
      expect: OPERATORS,
    },
    {
      about: 'the only owner’s',
      input: (w) => ({
        params: { id: w.people.operator.id },
        body: { role: 'support', reason: 'Moves on.' },
      }),
      expect: { ...OPERATORS, operator: 409 },
    },
  ],
  'operator.activity': [{ about: 'all', expect: OPERATORS }],

  'sessions.list': [{ about: 'one’s own', expect: SIGNED_IN }],
  'sessions.end': [
    {
      about: 'one of the owner',
      input: (w) => ({ params: { id: w.session.id } }),
      expect: row(401, 200, 404, 404, 404, 404),
    },
  ],
}
