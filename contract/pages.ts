/**
 * The paths of the web app (SPEC §2). The server responds to these with the page or the app's shell, and to everything
 * else with the 404 page; the router in web/ has the same list.
 */

import type { ReviewWindowOutcome } from './deliverables.ts'
import type { Licence } from './licence-schemas.ts'
import type { FeeTerms } from './money.ts'
import type { Brought, BroughtAnswer, FirstRead } from './personal-pages.ts'
import type { ShownProfile } from './profile-schemas.ts'
import { paths } from './paths.ts'
import { type Platform, PLATFORMS, type Role } from './profiles.ts'

/** A public profile; `:userId` matches one segment. */
export const PROFILE_PAGE = '/profile/:userId'

/** The licence check: open to anyone who has its code. */
export const LICENCE_PAGE = '/licence/:code'

/** Prerendered to HTML during the build. */
export const PUBLIC_PAGES = [
  paths.home,
  paths.auth,
  paths.howItWorks,
  paths.about,
  paths.careers,
  paths.blog,
  paths.press,
  paths.contact,
  paths.privacy,
  paths.terms,
  paths.cookiePolicy,
  paths.communityGuidelines,
] as const

/** Served with the app's shell; a `:name` part matches one segment. */
export const APP_PAGES = [
  paths.forgotPassword,
  paths.newPassword,
  paths.guestReview,
  paths.dashboard,
  paths.profile,
  paths.editProfile,
  paths.settings,
  paths.payouts,
  paths.cards,
  paths.mailSettings,
  paths.security,
  paths.blockedPeople,
  paths.ownData,
  paths.documents,
  PROFILE_PAGE,
  paths.packages,
  '/profile/:userId/packages/:packageId/order',
  '/orders/:id',
  '/decisions/:id',
  '/documents/:id',
  LICENCE_PAGE,
  paths.projects,
  '/projects/:id',
  '/projects/:id/review/:deliverableId',
  '/projects/:id/board',
  '/review-queue',
  paths.postProject,
  paths.myProjects,
  paths.myApplications,
  paths.myInvitations,
  paths.messages,
  '/messages/:conversationId',
  paths.findCreators,
  paths.lists,
  '/lists/:list',
  '/compare',
  paths.notifications,
  paths.operator,
  '/operator/:page',
  '/operator/:page/:id',
] as const

/** The path of a public page's static file under the web build. */
export const pageFile = (page: string): string =>
  page === '/' ? 'index.html' : `${page.slice(1)}/index.html`

/** The shell of all other pages, and the page for unknown paths, under the web build. */
export const APP_FILE = 'app.html'
/** The same with the layout of the operator's console. */
export const CONSOLE_FILE = 'console.html'
export const NOT_FOUND_FILE = '404.html'

/**
 * Placeholders in a built page: for the tags of its `<head>`, and for the site's own address, which only the server
 * knows.
 */
export const SHELL_HEAD = '<!--head-->'
export const ORIGIN_MARK = 'https://origin.invalid'

/** The site's own pages on other platforms (SPEC §2, footer): https addresses. One without an address is not shown. */
export type SocialLinks = Partial<Record<Platform, string>>

/** The meta tag from which the app reads them, as JSON; empty until the server fills it in. */
export const SOCIAL_LINKS_META = 'social-links'

/** Placeholders for their addresses in a built page, which only the server knows. */
export const SOCIAL_MARKS: SocialLinks = Object.fromEntries(
  PLATFORMS.map((platform) => [platform, `https://${platform}.social.invalid`]),
)

/** Beside the shell: the scripts of each of APP_PAGES, as JSON of ScreenScripts by page. */
export const SHELL_SCRIPTS = 'app-scripts.json'
export interface ScreenScripts {
  all: readonly string[]
  /** The additional files for a role. */
  of?: Readonly<Record<Role, readonly string[]>>
}

/** The meta tag of a shell that names the additional files for a role: addresses separated by spaces. */
export const roleScripts = (role: Role): string => `scripts-of-${role}`

/**
 * The pages that the server renders with their data. Each has a file under the web build for the server to fill, and a
 * JSON list of the classes it has styles for. A page that `waits` loads the app only when it is used. The licence page
 * does not wait: the browser would open a file that is dropped before the app is there.
 */
export const DRAWN_PAGES = {
  profile: {
    page: PROFILE_PAGE,
    file: 'profile.html',
    classes: 'profile-classes.json',
    waits: true,
  },
  licence: {
    page: LICENCE_PAGE,
    file: 'licence.html',
    classes: 'licence-classes.json',
    waits: false,
  },
} as const
export type DrawnPageName = keyof typeof DRAWN_PAGES

export const EMPTY_ROOT = '<div id="root"></div>'

/** The script that renders them on the server, relative to the web build, and its exports. */
export const DRAWN_PAGES_SCRIPT = '../pages/drawn-pages.js'
export interface PageRenderer {
  /**
   * The content of the #root of the page at `path`, and tags for its `<head>`; `origin` is the site's own, without a
   * trailing slash.
   */
  renderDrawn: (
    path: string,
    known: KnownData,
    origin: string,
    socialLinks: SocialLinks,
  ) => Promise<{ markup: string; preloads: string }>
  /** States how many minutes clocks are behind UTC at the reader's location, for whatever is rendered at the time. */
  readClocksBy: (minutesBehindUtc: (moment: Date) => number) => void
  /** The same for a page that is rendered for the person who opens it, with the data they would see there. */
  renderPersonal: (
    path: string,
    brought: Brought,
    site: PageSite,
    read: PageReader,
  ) => Promise<RenderedForReader>
}

/** Responds to a read that a page makes while it is rendered; null when no response is there in time. */
export type PageReader = (read: FirstRead) => Promise<BroughtAnswer | null>

/** The data for a page that is rendered for one person. */
export interface RenderedForReader {
  /** Empty where the screen redirects to another page. */
  markup: string
  preloads: string
  /** The parts it shows that the browser loads later: the renderer's own files for them. */
  parts: readonly string[]
}

/** For each part that loads later, by the renderer's file: its file in the browser, and the addresses it needs. */
export type PartScripts = Readonly<Record<string, { file: string; scripts: readonly string[] }>>
/** Next to DRAWN_PAGES_SCRIPT: the same, as JSON. */
export const PART_SCRIPTS = '../pages/parts.json'
/** Next to it: the complete style sheet, divided into its rules (server/pages/page-styles.ts), as JSON. */
export const SHEET_RULES = '../pages/styles.json'
/** Where a built page lacks its own styles, which depend on what is rendered. */
export const STYLES_MARK = '<style></style>'

/** The parts of the configuration that pages state; `origin` has no trailing slash. */
export interface PageSite {
  origin: string
  socialLinks: SocialLinks
  reviewOutcome: ReviewWindowOutcome
  feeTerms: FeeTerms
  minimumPrice: number | null
  emailChange: EmailChangeBy
  passwords: PasswordNeeds
  signUps: boolean
}

/** What a rendered page shows: the response that its screen would otherwise fetch. */
export interface KnownData {
  /** Of `profiles.get`. */
  profile?: ShownProfile
  /** Of `licences.check`. */
  licence?: Licence
  /** For the calls with which a page of the reader's own begins. */
  brought?: Brought
}

/** In a rendered page: its KnownData as JSON. */
export const KNOWN_DATA_ID = 'known-data'

/** On every page's `<html>`: the outcome for an unanswered delivery. Absent: it counts as approved. */
export const REVIEW_OUTCOME_ATTRIBUTE = 'data-review-outcome'

/** On `<html>` of every page where the operator set a minimum price: the minimum, in cents. */
export const MINIMUM_PRICE_ATTRIBUTE = 'data-minimum-price'

/** On `<html>` of every page: which mailboxes confirm a change of address. Absent: both. */
export const EMAIL_CHANGE_ATTRIBUTE = 'data-email-change'
export type EmailChangeBy = 'both' | 'new'

/** On `<html>` of every page where passwords need more than the 6 characters of SPEC §9: PasswordNeeds as JSON. */
export const PASSWORD_ATTRIBUTE = 'data-password'
/** The fewest characters of a new password, and the sets it needs a character of each from. */
export interface PasswordNeeds {
  min: number
  sets: readonly string[]
}

/** On `<html>` of every page, as "off", where only an administrator can add people. Absent: anyone can sign up. */
export const SIGN_UPS_ATTRIBUTE = 'data-sign-ups'

/**
 * The meta tag from which the app reads the current fee terms, as JSON of FeeTerms; empty until the server fills it in.
 */
export const FEE_TERMS_META = 'fee-terms'

/** The link preview of pages without a picture of their own. Sizes in px. */
export const DEFAULT_PREVIEW = {
  path: '/brand/preview.png',
  width: 1200,
  height: 630,
  alt: 'Two mugs beside the creator who films them, under the words: Real creators, not AI ads.',
} as const

/** The product description for search engines and link previews. */
export const SITE_DESCRIPTION =
  'Post a project for your shop. Creators apply, make the work and deliver it. Your money waits in escrow until you approve.'
