import type { RouteKey } from './api.ts'
import { paths } from './paths.ts'
import { ROLES, type Role } from './profiles.ts'

/** A read with which a screen begins: the key of its query in the app, and what the server calls for it. */
export interface FirstRead {
  key: RouteKey
  /** As the screen asks; absent for a call that takes nothing. */
  input?: { query: Readonly<Record<string, string | number>> }
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
  /** Its address. With a query it is the app's shell: the screen reads what it asks for. */
  path: string
  title: string
  /** Who has this page; the other role gets the shell, and the app leads them on. */
  roles: readonly Role[]
  /** Beside EVERY_PAGE_READS. */
  reads: readonly FirstRead[]
}

/** Every page that is rendered for its reader (decision 0113). A read that is missing here is made by the app. */
export const PERSONAL_PAGES = {
  projects: {
    path: paths.projects,
    title: 'Available Projects',
    roles: ROLES,
    reads: [{ key: 'projects.list', input: { query: {} }, paged: true }, { key: 'searches.list' }],
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
  answers: readonly BroughtAnswer[]
}

/** Under the web build: the page to be filled in, and the classes it has styles for, as JSON. */
export const personalFile = (name: PersonalPageName): string => `personal-${name}.html`
export const personalClasses = (name: PersonalPageName): string => `personal-${name}.json`
