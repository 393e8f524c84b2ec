import type { RouteKey } from './api.ts'
import { paths } from './paths.ts'
import { ROLES, type Role } from './profiles.ts'
import { PROJECT_LIMITS } from './projects.ts'

/** A read with which a screen begins: the key of its query in the app, and the call that the server makes for it. */
export interface FirstRead {
  key: RouteKey
  /**
   * The input that the screen sends; absent for a call without input. A param `:name` is that part of the page's
   * address.
   */
  input?: {
    params?: Readonly<Record<string, string>>
    query?: Readonly<Record<string, string | number>>
  }
  /** Read by only one role. */
  only?: Role
  /** A list that grows page by page (web/api/use-pages.ts). */
  paged?: true
}

/** Read by the session and the header on every page. */
export const EVERY_PAGE_READS: readonly FirstRead[] = [
  { key: 'profiles.me' },
  { key: 'navigation.counts' },
  { key: 'notifications.unread' },
]

/** A page that the server renders for the person who opens it. */
export interface PersonalPage {
  /**
   * Its address. With a query that is not in `asks`, the response is the app's shell, and the screen reads what it
   * needs.
   */
  path: string
  title: string
  /** The role that has this page; the other role gets the shell, and the app redirects them. */
  roles: readonly Role[]
  /**
   * In addition to EVERY_PAGE_READS. The other reads of its screen are discovered while it is rendered (decision 0117).
   */
  reads: readonly FirstRead[]
  /** Without a response to this read, the page does not exist and the app's shell is served instead. One of `reads`. */
  opens?: RouteKey
  /**
   * Nothing is painted before the whole page has arrived: it is laid out from its foot, where each part that arrives
   * later would push up what is already there.
   */
  paintsWhole?: true
  /** The query that its address may have: the name of a parameter, and its values. */
  asks?: Readonly<Record<string, readonly string[]>>
}

/** Every page that is rendered for its reader (decision 0116). The app makes any read that is missing here. */
export const PERSONAL_PAGES = {
  projects: {
    path: paths.projects,
    title: 'Available Projects',
    roles: ROLES,
    reads: [{ key: 'projects.list', input: { query: {} }, paged: true }, { key: 'searches.list' }],
  },
  dashboard: {
    path: paths.dashboard,
    title: 'My Work',
    roles: ['creator'],
    reads: [
      { key: 'first_steps.list' },
      { key: 'dashboard.creator' },
      { key: 'deliverables.mine', input: { query: {} } },
      { key: 'projects.list', input: { query: { limit: PROJECT_LIMITS.recent } } },
      { key: 'applications.mine', paged: true },
      { key: 'invitations.mine', paged: true },
      { key: 'dashboard.moves' },
      { key: 'offers.waiting' },
      { key: 'package_orders.waiting' },
      { key: 'payments.arrivals' },
    ],
  },
  'my-projects': {
    path: paths.myProjects,
    title: 'My Projects',
    roles: ['seller'],
    reads: [
      { key: 'projects.mine', input: { query: {} }, paged: true },
      { key: 'offers.waiting' },
      { key: 'dashboard.waiting' },
      { key: 'dashboard.seller' },
    ],
  },
  'my-applications': {
    path: paths.myApplications,
    title: 'My Applications',
    roles: ['creator'],
    reads: [{ key: 'applications.mine', paged: true }, { key: 'offers.waiting' }],
  },
  notifications: {
    path: paths.notifications,
    title: 'Notifications',
    roles: ROLES,
    reads: [{ key: 'notifications.list', input: {}, paged: true }],
  },
  'find-creators': {
    path: paths.findCreators,
    title: 'Find Creators',
    roles: ['seller'],
    reads: [
      { key: 'creators.search', input: { query: {} }, paged: true },
      { key: 'creators.facets', input: { query: {} } },
      { key: 'creators.saved' },
      { key: 'searches.list' },
      { key: 'first_steps.list' },
    ],
  },
  project: {
    path: '/projects/:id',
    title: 'Project',
    roles: ROLES,
    reads: [
      { key: 'projects.get', input: { params: { id: ':id' } } },
      { key: 'applications.own', input: { params: { id: ':id' } }, only: 'creator' },
    ],
    opens: 'projects.get',
    asks: { tab: ['applications', 'payment', 'deliverables'] },
  },
  messages: {
    path: paths.messages,
    title: 'Messages',
    roles: ROLES,
    reads: [{ key: 'conversations.list', paged: true }],
  },
  conversation: {
    path: '/messages/:conversationId',
    title: 'Messages',
    roles: ROLES,
    reads: [
      { key: 'conversations.list', paged: true },
      { key: 'conversations.get', input: { params: { id: ':conversationId' } } },
      { key: 'messages.list', input: { params: { id: ':conversationId' } }, paged: true },
      { key: 'conversations.events', input: { params: { id: ':conversationId' } } },
    ],
    opens: 'conversations.get',
    paintsWhole: true,
  },
  profile: {
    path: paths.profile,
    title: 'Profile',
    roles: ROLES,
    reads: [
      { key: 'payouts.account', only: 'creator' },
      { key: 'lists.mine', only: 'creator' },
      { key: 'payment_methods.list', only: 'seller' },
    ],
  },
} as const satisfies Readonly<Record<string, PersonalPage>>

export type PersonalPageName = keyof typeof PERSONAL_PAGES
export const PERSONAL_PAGE_NAMES = Object.keys(PERSONAL_PAGES) as PersonalPageName[]

/** A response that comes with a page: the read, the status and the body. A failed one has a problem as its body. */
export interface BroughtAnswer extends FirstRead {
  status: number
  body: unknown
}

/** The data that comes with a page that was rendered for someone. */
export interface Brought {
  /** The person it was rendered for: the app discards it for anyone else. */
  personId: string
  /** The time of rendering, in RFC 3339: the page's statements about time refer to it. */
  at: string
  /**
   * The clocks at the place where the reader was assumed to be (decision 0115): moments in ms since 1970, and how many
   * minutes clocks were behind UTC at each.
   */
  clocks: readonly (readonly [moment: number, minutes: number])[]
  answers: readonly BroughtAnswer[]
  /** Files of the parts on the page: they are loaded before the app takes the page over. */
  parts?: readonly string[]
}

/** The cookie that names the reader's time zone, as an IANA name (decision 0115). */
export const ZONE_COOKIE = 'zone'

const HALF_A_YEAR_MS = 182 * 86_400_000

/** The clocks of a zone at a moment, and half a year before: two zones that agree in both are treated as one. */
export const clocksOf = (at: Date, minutesBehindUtc: (moment: Date) => number): Brought['clocks'] =>
  [0, HALF_A_YEAR_MS].map((ms) => {
    const moment = at.getTime() - ms
    return [moment, minutesBehindUtc(new Date(moment))]
  })

/**
 * Returns the reads that a page of a person with this role begins with, `profiles.me` first. `params`: from its
 * address.
 */
export function firstReads(
  page: PersonalPage,
  role: Role,
  params: Readonly<Record<string, string>> = {},
): FirstRead[] {
  return [...EVERY_PAGE_READS, ...page.reads]
    .filter(({ only }) => only === undefined || only === role)
    .map(({ key, paged, input }) => ({
      key,
      ...(paged && { paged }),
      ...(input && { input: inputFor(input, params) }),
    }))
}

const inputFor = (
  input: NonNullable<FirstRead['input']>,
  params: Readonly<Record<string, string>>,
): NonNullable<FirstRead['input']> =>
  input.params ? { ...input, params: filled(input.params, params) } : input

const filled = (
  names: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>>,
) =>
  Object.fromEntries(
    Object.entries(names).map(([name, part]) => [name, params[part.slice(1)] ?? '']),
  )

/** Under the web build: the page to be filled. */
export const personalFile = (name: PersonalPageName): string => `personal-${name}.html`
