import type { RateRule } from './auth.ts'
import type { RouteKey, routes } from './api.ts'
import { REQUEST_BOUNDS } from './request-bounds.ts'

type Routes = typeof routes

/** Calls that change something: one without a class below does not compile. */
export type WriteKey = {
  [K in RouteKey]: Routes[K] extends `GET ${string}` ? never : K
}[RouteKey]

const perMinute = (count: number, burst = count): RateRule => ({
  burst,
  refill: count,
  seconds: 60,
})
const perHour = (count: number, burst = count): RateRule => ({
  burst,
  refill: count,
  seconds: 3_600,
})

/**
 * The number of calls of each class that one account may make. Generous for a person, tight for a program: someone who
 * types all day never reaches them. Each bucket is full again within an hour; unused ones are deleted after two hours.
 */
export const WRITE_RATES = {
  /** Forms and buttons. */
  write: perMinute(120),
  /** Reports what was read and which page is open: pages send these on their own. */
  presence: perMinute(300),
  message: perMinute(60),
  /** Each notifies a stranger by mail. */
  invitation: perHour(120, 60),
  application: perHour(120, 60),
  /** Each creates work for an operator. */
  report: perHour(20, 10),
  /** Starting an upload: the size of the upload bounds the calls that follow. */
  upload: perHour(240, 120),
  /** Through one guest link, and from one address before the link has been checked. */
  guest: perMinute(60),
  /** Calls the payment provider, which rate-limits us. */
  provider: perMinute(30, 60),
  /** Exports or deletes the whole account, exports or imports a whole list, or downloads all work of a project. */
  account: perHour(20, 10),
} as const satisfies Record<string, RateRule>

export type WriteRate = keyof typeof WRITE_RATES

/** All writes from one client address together: many people may share the address of an office. */
export const ADDRESS_RATE: RateRule = perMinute(900, 1_800)

/** The class of each call. */
export const writeRateOf: Readonly<Record<WriteKey, WriteRate>> = {
  'profiles.update': 'write',
  'profiles.choose_role': 'write',
  'creators.save': 'write',
  'creators.unsave': 'write',
  'packages.create': 'write',
  'packages.arrange': 'write',
  'packages.update': 'write',
  'packages.list': 'write',
  'packages.pause': 'write',
  'packages.remove': 'write',
  'package_orders.place': 'invitation',
  'package_orders.accept': 'write',
  'package_orders.decline': 'write',
  'projects.create': 'write',
  'projects.update': 'write',
  'projects.publish': 'write',
  'projects.cancel': 'write',
  'projects.hire': 'write',
  'projects.shortlist': 'write',
  'projects.decline': 'write',
  // Each row takes one from class 'application', as one offer does.
  'projects.offer': 'write',
  'projects.fund': 'provider',
  'projects.close_hiring': 'write',
  'projects.approved_work': 'account',
  'applications.submit': 'application',
  'applications.accept': 'write',
  'applications.reject': 'write',
  'applications.undo_reject': 'write',
  'applications.shortlist': 'write',
  'applications.unshortlist': 'write',
  'offers.make': 'application',
  'offers.accept': 'write',
  'offers.decline': 'write',
  'offers.withdraw': 'write',
  'amendments.propose': 'application',
  'amendments.accept': 'write',
  'amendments.decline': 'write',
  'amendments.withdraw': 'write',
  'amendments.call_off': 'write',
  'extensions.make': 'application',
  'extensions.accept': 'write',
  'extensions.decline': 'write',
  'extensions.withdraw': 'write',
  'deliverables.submit': 'write',
  'deliverables.approve': 'write',
  'deliverables.request_revision': 'write',
  // A user can work through a list of twenty in a minute.
  'checks.answer': 'presence',
  // Saved while someone types or draws.
  'review.save_draft': 'presence',
  'review.discard_draft': 'write',
  'review.send': 'write',
  'review.answer': 'write',
  'review.resolve': 'write',
  'review.reopen': 'write',
  'review.withdraw': 'write',
  'review.reply': 'message',
  'review.create_guest_link': 'application',
  'review.revoke_guest_link': 'write',
  'review.guest_room': 'guest',
  'review.guest_note': 'guest',
  'documents.pdf': 'write',
  'tax.save': 'write',
  'statements.csv': 'write',
  'payments.seen': 'presence',
  'payments.create': 'provider',
  'payments.release': 'provider',
  'payments.refund': 'provider',
  'payment_methods.create_customer': 'provider',
  'payment_methods.setup': 'provider',
  'payment_methods.set_default': 'provider',
  'payment_methods.remove': 'provider',
  'reputation.write': 'write',
  'reputation.ask': 'application',
  'reputation.answer': 'write',
  'operator.hide_deal_review': 'write',
  'reports.create': 'report',
  'blocks.add': 'write',
  'shipping.plan': 'write',
  'shipping.drop': 'write',
  'shipping.give_address': 'write',
  'shipping.ship': 'write',
  'shipping.export': 'account',
  'shipping.import': 'account',
  'shipping.receive': 'write',
  'shipping.report': 'write',
  'blocks.remove': 'write',
  'sanctions.appeal': 'application',
  'operator.take_report': 'write',
  'operator.dismiss_report': 'write',
  'operator.act_on_report': 'write',
  'operator.answer_appeal': 'write',
  'operator.overrule_ring': 'write',
  'operator.reinstate_ring': 'write',
  'disputes.open': 'application',
  'disputes.state': 'write',
  'disputes.withdraw': 'write',
  'operator.decide_dispute': 'write',
  'operator.send_bank_evidence': 'provider',
  'payouts.onboard': 'provider',
  'payouts.dashboard': 'provider',
  'payouts.refresh': 'provider',
  'conversations.open': 'write',
  'messages.send': 'message',
  'messages.read': 'presence',
  'invitations.send': 'invitation',
  // Each row takes one from class 'invitation'.
  'invitations.send_many': 'write',
  'invitations.accept': 'write',
  'invitations.decline': 'write',
  'notifications.read': 'presence',
  'notifications.read_all': 'presence',
  'notifications.seen': 'presence',
  'notifications.prefer': 'write',
  'push.subscribe': 'write',
  'push.unsubscribe': 'write',
  'sessions.end': 'write',
  'operator.set_role': 'write',
  'operator.ban': 'write',
  'operator.unban': 'write',
  'operator.end_sessions': 'write',
  'operator.begin_view': 'report',
  'operator.end_view': 'write',
  'operator.apply_webhook': 'write',
  'operator.retry_job': 'write',
  'operator.give_up_job': 'write',
  'operator.take_difference': 'write',
  'operator.note_difference': 'write',
  'operator.resolve_difference': 'write',
  'operator.confirm_proposal': 'write',
  'operator.reject_proposal': 'write',
  'operator.withdraw_proposal': 'write',
  'first_steps.arrive': 'presence',
  'first_steps.dismiss': 'write',
  'searches.save': 'write',
  'searches.remove': 'write',
  'lists.create': 'write',
  'lists.rename': 'write',
  'lists.remove': 'write',
  'lists.add': 'write',
  'lists.note': 'write',
  'lists.drop': 'write',
  'brief_templates.save': 'write',
  'brief_templates.remove': 'write',
  'account.export': 'account',
  'account.delete': 'account',
}

/**
 * The number of reads for one account, per process. A screen makes five to ten calls when it opens; typing into a
 * search field sends at most three a second, and not for minutes.
 */
export const READ_RATES = {
  /** The data a screen fetches, and refetches when notified. */
  read: perMinute(600),
  /** Searches cost up to a hundred times as much as other reads. */
  search: perMinute(120),
} as const satisfies Record<string, RateRule>

export type ReadRate = keyof typeof READ_RATES

/** The same for all readers behind one address: an office or a campus of some hundred people, of whom a few search. */
export const READ_ADDRESS_RATES = {
  read: perMinute(6_000),
  search: perMinute(600),
} as const satisfies Record<ReadRate, RateRule>

/** Calls whose body may contain a drawing. */
const DRAWN: ReadonlySet<RouteKey> = new Set<RouteKey>(['review.save_draft'])

/** The maximum number of values in the body of a call. */
export const bodyValuesOf = (key: RouteKey): number =>
  DRAWN.has(key) ? REQUEST_BOUNDS.drawingValues : REQUEST_BOUNDS.bodyValues

/** Calls that search everything for words. */
export const SEARCHES: ReadonlySet<RouteKey> = new Set<RouteKey>([
  'projects.list',
  'creators.search',
  'creators.facets',
  'operator.people',
  'operator.projects',
  'operator.payments',
  'operator.webhooks',
  'operator.jobs',
  'operator.documents',
])

/** The class of a read. */
export const readRateOf = (key: RouteKey): ReadRate => (SEARCHES.has(key) ? 'search' : 'read')

/**
 * Profile pages rendered for one address, per process. Rendering takes about 40 ms of CPU; a cached page costs none of
 * this. Beyond the limit the page is sent unrendered and the browser renders it: no one is refused.
 */
export const DRAW_RATE: RateRule = perMinute(60)

/**
 * Pages rendered for one person, per process. Beyond the limit they get the app's shell, as before: no one is refused.
 */
export const PERSONAL_DRAW_RATE: RateRule = perMinute(60)

/** Licence pages and documents read from one network, per process: far more than checking a campaign needs. */
export const LICENCE_RATE: RateRule = perMinute(60)

/** Browsers' reports about our pages from one network, per process: an unmodified page causes none. */
export const POLICY_REPORT_RATE: RateRule = perMinute(60)
