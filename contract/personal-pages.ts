import type { RouteKey } from './api.ts'
import { paths } from './paths.ts'
import { ROLES, type Role } from './profiles.ts'
import { PROJECT_LIMITS } from './projects.ts'

/** A read with which a screen begins: the key of its query in the app, and what the server calls for it. */
export interface FirstRead {
  key: RouteKey
  /** As the screen asks; absent for a call that takes nothing. A param `:name` is that part of the page's address. */
  input?: {
    params?: Readonly<Record<string, string>>
    query?: Readonly<Record<string, string | number>>
  }
  /** Read by one role alone. */
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
  /** Its address. With a query that is not in `asks` it is the app's shell: the screen reads what it asks for. */
  path: string
  title: string
  /** Who has this page; the other role gets the shell, and the app leads them on. */
  roles: readonly Role[]
  /** Beside EVERY_PAGE_READS. What else its screen reads is found as it is rendered (decision 0117). */
  reads: readonly FirstRead[]
  /** Without an answer to this read there is no such page: it is the app's shell. One of `reads`. */
  opens?: RouteKey
  /** What its address may ask for: the name of a parameter, and its values. */
  asks?: Readonly<Record<string, readonly string[]>>
}

/** Every page that is rendered for its reader (decision 0116). A read that is missing here is made by the app. */
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

/** An answer as it comes with a page: the read, the status and the body. A failed one has a problem as its body. */
export interface BroughtAnswer extends FirstRead {
  status: number
  body: unknown
}

/** What comes with a page that was rendered for someone. */
export interface Brought {
  /** Whom it was rendered for: nobody else's app takes it. */
  personId: string
  /** When, in RFC 3339: what the page says of the time. */
  at: string
  /**
   * What clocks said where the reader was taken to be (decision 0115): moments in ms since 1970, and by how many minutes
   * clocks were behind UTC then.
   */
  clocks: readonly (readonly [moment: number, minutes: number])[]
  answers: readonly BroughtAnswer[]
  /** Files of the parts that stand there: loaded before the app takes the page over. */
  parts?: readonly string[]
}

/** The cookie that names the reader's time zone, as an IANA name (decision 0115). */
export const ZONE_COOKIE = 'zone'

const HALF_A_YEAR_MS = 182 * 86_400_000

/** The clocks of a zone at a moment, and half a year before: two zones that agree in both are taken for one. */
export const clocksOf = (at: Date, minutesBehindUtc: (moment: Date) => number): Brought['clocks'] =>
  [0, HALF_A_YEAR_MS].map((ms) => {
    const moment = at.getTime() - ms
    return [moment, minutesBehindUtc(new Date(moment))]
  })

/** The reads that a page of somebody with this role begins with, `profiles.me` first. `params`: of its address. */
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

/** Under the web build: the page to be filled in, and the classes it lacks the styles of, as JSON. */
export const personalFile = (name: PersonalPageName): string => `personal-${name}.html`
export const personalClasses = (name: PersonalPageName): string => `personal-${name}.json`
