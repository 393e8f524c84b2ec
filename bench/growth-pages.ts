import { type RouteKey, type routes } from '#contract/api.ts'
import { FACETS_LOOK_AT, NICHES, PLATFORMS } from '#contract/profiles.ts'
import { CATEGORIES, PROJECT_SORTS } from '#contract/projects.ts'
import { RANK_LABELS, RANKED_FIGURES } from '#contract/track-record.ts'
import { WAITING_LIMITS } from '#contract/waiting.ts'
import { raw, sql, type Statement } from '#server/db/sql.ts'

/**
 * The people and objects that a market is viewed with: people with about the same amount of data in a market of any
 * size.
 */
export interface Facts {
  /** A brand with about twenty projects, a creator with about a dozen applications. */
  seller: string
  creator: string
  /** A creator with whom `busySeller` has a conversation, and one with whom there is none. */
  partner: string
  stranger: string
  /** The people with the most data: it grows with their market, but a page of it does not. */
  busySeller: string
  busyCreator: string
  /** A creator who sells as many packages as one is allowed to. */
  packager: string
  /** A brand with a few deliveries to review. */
  reviewer: string
  /** A finished deal of `seller`: its project, its creator, its conversation, its payment, its newest delivery's file. */
  deal: { project: string; creator: string; conversation: string; payment: string; file: string }
  /** An application to an active project of `busySeller` that is pending. */
  waiting: string
  /** The active project of `busySeller` with the most applications, turned into one that wants several. */
  board: string
  /** A person's first name and the number of a project: words that few rows contain. */
  rareName: string
  reference: string
  /** Cursors halfway down the lists. */
  middle: { newest: string; deadline: string; budget: string; creators: string }
  /** The same in the console's queue of reports and in its list of rings. */
  console: { reports: string; rings: string; report: string }
  /** Deals like `deal`, with a delivery of several files and with an extra payment. */
  files: { project: string; file: string }
  extra: { project: string; payment: string }
  /** An accepted order of a package. */
  order: string
  /** A receipt of `seller`. */
  receipt: string
  ids: string[]
}

export type Reader =
  | 'seller'
  | 'creator'
  | 'busySeller'
  | 'busyCreator'
  | 'packager'
  | 'reviewer'
  | 'dealCreator'
  | 'filesBrand'
  | 'filesCreator'
  | 'extraBrand'
  | 'orderBrand'
  | 'orderCreator'
  | 'operator'

/** One page as a user opens it. */
export interface Page {
  as: Reader
  params?: Record<string, string>
  query?: Record<string, string>
  /**
   * For a page that may have more rows in a larger market: how to count them. 'listed' counts the rows of its response;
   * a statement returns, as `many`, roughly how many rows it reads through. The page may take longer by the same ratio.
   */
  counted?: 'listed' | Statement
}

/** All but the console's, which are for a few people; some of those are in `consolePages`. */
type GetKey = Exclude<
  { [K in RouteKey]: (typeof routes)[K] extends `GET ${string}` ? K : never }[RouteKey],
  `operator.${string}`
>

/** A word with a typo, and one that no row contains. */
const SLIPS = { projects: 'stonewrae', creators: 'Okfaor' }
const NOTHING = 'qwertzuiop'

const mine = (...readers: Reader[]): Record<string, Page> =>
  Object.fromEntries(readers.map((as) => [as, { as }]))

/** How each GET of the contract is called; adding one without a line here does not compile. */
export const pages: Record<GetKey, (facts: Facts) => Record<string, Page>> = {
  'projects.list': ({ middle, reference }) => {
    const list = (query: Record<string, string>): Page => ({ as: 'creator', query })
    return {
      first: list({}),
      'half way down': list({ after: middle.newest }),
      'by deadline': list({ sort: 'deadline' }),
      'by deadline, half way down': list({ sort: 'deadline', after: middle.deadline }),
      'by budget': list({ sort: 'budget' }),
      'by budget, half way down': list({ sort: 'budget', after: middle.budget }),
      'of a category': list({ category: CATEGORIES[4] }),
      'of a category by budget': list({ category: CATEGORIES[4], sort: 'budget' }),
      'of a category by deadline': list({ category: CATEGORIES[4], sort: 'deadline' }),
      ...Object.fromEntries(
        PROJECT_SORTS.map((sort) => [`a word, ${sort}`, list({ q: 'stoneware', sort })]),
      ),
      'a rare word': list({ q: reference }),
      'a word in a category': list({ q: 'stoneware', category: CATEGORIES[4] }),
      'three words': list({ q: 'launching this line' }),
      'one letter': list({ q: 'e' }),
      signs: list({ q: `%_\\'";--` }),
      'a slip': list({ q: SLIPS.projects }),
      'a slip in a category': list({ q: SLIPS.projects, category: CATEGORIES[4] }),
      'two words with a slip': list({ q: 'filtre cofee' }),
      'a slip, best match': list({ q: SLIPS.projects, sort: 'relevance' }),
      nothing: list({ q: NOTHING }),
      'a long text': list({
        q: 'a quiet room with a view of the harbour and nobody in it '.repeat(4),
      }),
    }
  },
  'creators.search': ({ middle, rareName }) => {
    const list = (query: Record<string, string>): Page => ({ as: 'seller', query })
    return {
      first: list({}),
      'half way down': list({ after: middle.creators }),
      'of a niche': list({ niche: NICHES[2] }),
      'with a package': list({ price: '1000', days: '30' }),
      'with a cheap, quick package': {
        ...list({ price: '100', days: '3' }),
        counted: 'listed',
      },
      'of a niche on a platform': list({ niche: NICHES[2], platform: PLATFORMS[1] }),
      // Sorted by each figure; creators with too little to count share a place.
      ...Object.fromEntries(RANKED_FIGURES.map((sort) => [RANK_LABELS[sort], list({ sort })])),
      'with a badge': list({ badge: 'on_time' }),
      'by name': list({ q: 'Okafor', sort: 'newest' }),
      'by name, best match': list({ q: 'Okafor' }),
      saved: list({ saved: '1' }),
      'worked with': list({ worked: '1' }),
      'by full name': list({ q: rareName }),
      'by bio': list({ q: 'real trails' }),
      'a name in a niche': list({ q: 'Okafor', niche: NICHES[2] }),
      'one letter': list({ q: 'e' }),
      'a slip': list({ q: SLIPS.creators }),
      nothing: list({ q: NOTHING }),
    }
  },
  'creators.facets': ({ rareName }) => {
    const facets = (query: Record<string, string>, named = ''): Page => ({
      as: 'seller',
      query,
      counted: sql`select count(*) as many from (select from profiles
        where role = 'creator' and name ilike ${`%${named}%`} limit ${raw(String(FACETS_LOOK_AT))}) looked_at`,
    })
    return {
      all: facets({}),
      'of a niche on a platform': facets({ niche: NICHES[2], platform: PLATFORMS[1] }),
      'by name': facets({ q: 'Okafor' }, 'Okafor'),
      'by full name': facets({ q: rareName }, rareName),
    }
  },
  // No market here has any: a page about one decision.
  'sanctions.get': () => ({}),
  'creators.saved': () => mine('seller'),
  'projects.mine': () => ({
    ...mine('seller', 'busySeller'),
    drafts: { as: 'seller', query: { status: 'draft' }, counted: 'listed' },
  }),
  'projects.of_brand': ({ seller, busySeller }) => ({
    seller: { as: 'creator', params: { id: seller } },
    busySeller: { as: 'creator', params: { id: busySeller }, counted: 'listed' },
  }),
  'projects.get': ({ deal }) => ({
    owner: { as: 'seller', params: { id: deal.project } },
    creator: { as: 'dealCreator', params: { id: deal.project } },
  }),
  'projects.hires': ({ deal }) => one('seller', deal.project),
  'projects.board': ({ board }) => one('busySeller', board),
  'projects.board_cards': ({ board }) => ({
    applied: { as: 'busySeller', params: { id: board }, query: { column: 'applied' } },
  }),
  'applications.for_project': ({ deal }) => one('seller', deal.project),
  'applications.count': ({ deal }) => one('seller', deal.project),
  'applications.accepted': ({ deal }) => one('seller', deal.project),
  'applications.own': ({ deal }) => one('dealCreator', deal.project),
  'applications.accepting': ({ waiting }) => ({
    'most applications': { as: 'busySeller', params: { id: waiting } },
  }),
  'offers.list': ({ waiting }) => one('busySeller', waiting),
  'amendments.list': ({ deal, extra }) => ({
    ...one('seller', deal.project),
    'a paid one': { as: 'extraBrand', params: { id: extra.project } },
  }),
  'offers.waiting': () => mine('seller', 'creator', 'busySeller', 'busyCreator'),
  'applications.mine': () => mine('creator', 'busyCreator'),
  'conversations.list': () => mine('seller', 'creator', 'busySeller', 'busyCreator'),
  'conversations.get': ({ deal }) => one('seller', deal.conversation),
  'conversations.events': ({ deal }) => one('seller', deal.conversation),
  'conversations.with_creator': ({ deal, stranger, partner }) => ({
    deal: { as: 'seller', params: { id: deal.creator } },
    'busySeller, a talk': { as: 'busySeller', params: { id: partner } },
    'busySeller, no talk': { as: 'busySeller', params: { id: stranger } },
  }),
  'messages.list': ({ deal }) => ({
    newest: { as: 'seller', params: { id: deal.conversation } },
    older: { as: 'seller', params: { id: deal.conversation }, query: { before: '2' } },
    missed: { as: 'seller', params: { id: deal.conversation }, query: { after: '1' } },
  }),
  'messages.files': ({ deal }) => one('seller', deal.conversation),
  'deliverables.for_project': ({ deal, files }) => ({
    ...one('seller', deal.project),
    'several files': { as: 'filesBrand', params: { id: files.project } },
    'several files, creator': { as: 'filesCreator', params: { id: files.project } },
  }),
  'deliverables.upload': ({ deal, files }) => ({
    ...one('dealCreator', deal.file),
    'one of several': { as: 'filesCreator', params: { id: files.file } },
  }),
  'checks.before': ({ deal }) => one('dealCreator', deal.project),
  // A brief has at most twenty checks.
  'checks.of_delivery': () => ({}),
  'deliverables.mine': () => mine('creator', 'busyCreator'),
  'deliverables.to_review': () => ({
    ...mine('seller', 'reviewer'),
    busySeller: { as: 'busySeller', counted: 'listed' },
  }),
  'deliverables.queue': () => mine('seller', 'reviewer', 'busySeller'),
  'invitations.mine': () => mine('creator', 'busyCreator'),
  'packages.mine': () => ({ ...mine('creator'), 'all ten': { as: 'packager' } }),
  'package_orders.waiting': () => mine('seller', 'creator', 'busySeller', 'busyCreator'),
  'package_orders.get': ({ order }) => ({
    ...one('orderBrand', order),
    ...one('orderCreator', order),
  }),
  'notifications.list': () => mine('seller', 'creator', 'busySeller', 'busyCreator'),
  'notifications.unread': () => mine('seller', 'busySeller'),
  'notifications.preferences': () => mine('seller'),
  'payments.arrivals': () => mine('creator', 'busyCreator'),
  'payments.list': () => mine('seller', 'creator', 'busySeller', 'busyCreator'),
  'payments.for_project': ({ deal, extra }) => ({
    ...one('seller', deal.project),
    'an extra': { as: 'extraBrand', params: { id: extra.project } },
  }),
  'payments.statement': ({ deal, extra }) => ({
    ...one('seller', deal.payment),
    'an extra': { as: 'extraBrand', params: { id: extra.payment } },
  }),
  // Each by an index, and within one deal.
  'documents.list': () => mine('seller', 'creator', 'busySeller', 'busyCreator'),
  'documents.get': ({ receipt }) => one('seller', receipt),
  'tax.get': () => mine('seller', 'creator'),
  'statements.get': () => {
    const query = { from: '2020-01-01', to: '2099-12-31' }
    return { busySeller: { as: 'busySeller', query }, busyCreator: { as: 'busyCreator', query } }
  },
  'statements.forecast': () => mine('busySeller', 'busyCreator'),
  'licences.check': () => ({}),
  'licences.of_project': ({ deal }) => one('seller', deal.project),
  'extensions.of_project': ({ deal }) => one('seller', deal.project),
  'shipping.get': ({ deal }) => one('seller', deal.project),
  // Only a deal with a product has one, and it is found by its unique index.
  'shipping.address': () => ({}),
  // The generated market has no notes; two hundred of them are measured in their test.
  'review.room': () => ({}),
  'reputation.of_deal': ({ deal }) => one('seller', deal.project),
  'reputation.of_profile': ({ deal, busyCreator }) => ({
    ...one('seller', deal.creator),
    'most deals': { as: 'seller', params: { id: busyCreator } },
  }),
  'track_records.rows': () => ({
    own: { as: 'creator', query: { figure: 'on_time' } },
    'of a brand': { as: 'seller', query: { figure: 'refunds' } },
  }),
  'disputes.for_project': ({ deal }) => one('seller', deal.project),
  // The generated market has no disputes; the parts of one (deliveries, messages, events of one deal) are measured
  // above.
  'disputes.evidence': () => ({}),
  'payment_methods.list': () => mine('seller'),
  'payouts.account': () => mine('creator'),
  'profiles.me': () => mine('creator'),
  'profiles.list': ({ ids }) => ({ many: { as: 'seller', query: { ids: ids.join(',') } } }),
  // With figures and badges; reviews are read in parallel.
  'profiles.get': ({ deal, busyCreator, busySeller }) => ({
    ...one('seller', deal.creator),
    'most deals': { as: 'seller', params: { id: busyCreator } },
    'brand with most deals': { as: 'creator', params: { id: busySeller } },
  }),
  'dashboard.creator': () => mine('creator', 'busyCreator'),
  'dashboard.seller': () => mine('seller', 'busySeller'),
  // The first of all that are reviewed.
  'dashboard.waiting': ({ busySeller }) => ({
    ...mine('seller'),
    busySeller: {
      as: 'busySeller',
      counted: sql`select count(*) as many from (select from projects where seller_id = ${busySeller}
        and status in ('draft', 'active', 'in_progress') limit ${raw(String(WAITING_LIMITS.examined))}) examined`,
    },
  }),
  'dashboard.moves': () => mine('creator', 'busyCreator'),
  'navigation.counts': () => mine('seller', 'creator', 'busySeller', 'busyCreator'),
  'first_steps.list': () => mine('creator', 'busySeller'),
  'searches.list': () => mine('creator'),
  'lists.all': () => mine('seller', 'busySeller'),
  // No market here has one: a page is about fifty rows by index, as tests/plans shows.
  'lists.people': () => ({}),
  'lists.of_creator': ({ deal }) => one('seller', deal.creator),
  'lists.last_deals': ({ deal }) => ({ mine: { as: 'seller', query: { ids: deal.creator } } }),
  'lists.mine': () => mine('creator', 'busyCreator'),
  'blocks.list': () => mine('creator'),
  'blocks.get': ({ deal }) => one('seller', deal.creator),
  'brief_templates.list': () => mine('seller', 'busySeller'),
  'push.state': () => mine('seller'),
  'sessions.list': () => mine('seller'),
  'account.log': () => mine('seller'),
}

/** Lists of the console that grow with the market, as an operator opens them. */
export const consolePages = {
  'operator.reports': ({ console }: Facts) => ({
    waiting: { as: 'operator', counted: 'listed' },
    'waiting, half way down': {
      as: 'operator',
      query: { after: console.reports },
      counted: 'listed',
    },
    closed: { as: 'operator', query: { state: 'closed' }, counted: 'listed' },
    'closed, half way down': {
      as: 'operator',
      query: { state: 'closed', after: console.reports },
      counted: 'listed',
    },
  }),
  'operator.report': ({ console }: Facts) => one('operator', console.report),
  'operator.rings': ({ console }: Facts) => ({
    'left out': { as: 'operator', counted: 'listed' },
    'left out, half way down': {
      as: 'operator',
      query: { after: console.rings },
      counted: 'listed',
    },
    overruled: { as: 'operator', query: { state: 'overruled' } },
  }),
} as const satisfies Partial<Record<RouteKey, (facts: Facts) => Record<string, Page>>>

const one = (as: Reader, id: string): Record<string, Page> => ({ [as]: { as, params: { id } } })
