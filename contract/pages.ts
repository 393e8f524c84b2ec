/**
 * The addresses of the web app (SPEC §2). The server answers these with the page or the app's shell and
 * everything else with the 404 page; the router in web/ knows the same list.
 */

import type { PublicProfile } from './profile-schemas.ts'
import { paths } from './paths.ts'
import { type Platform, PLATFORMS, type Role } from './profiles.ts'

/** A public profile, which the server draws; `:userId` stands for one segment. */
export const PROFILE_PAGE = '/profile/:userId'

/** Built into HTML of their own when the app is built. */
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

/** Answered with the app's shell; a `:name` part stands for one segment. */
export const APP_PAGES = [
  paths.forgotPassword,
  paths.newPassword,
  paths.dashboard,
  paths.profile,
  paths.editProfile,
  PROFILE_PAGE,
  paths.projects,
  '/projects/:id',
  paths.postProject,
  paths.myProjects,
  paths.myApplications,
  paths.myInvitations,
  paths.messages,
  '/messages/:conversationId',
  paths.findCreators,
  paths.notifications,
  paths.operator,
  '/operator/:page',
  '/operator/:page/:id',
] as const

/** Where the static file of a public page lies under the web build. */
export const pageFile = (page: string): string =>
  page === '/' ? 'index.html' : `${page.slice(1)}/index.html`

/** The shell of all other pages, and the page for unknown paths, under the web build. */
export const APP_FILE = 'app.html'
export const NOT_FOUND_FILE = '404.html'

/** In a built page: where the tags of its `<head>` go, and the site's own address, both known to the server only. */
export const SHELL_HEAD = '<!--head-->'
export const ORIGIN_MARK = 'https://origin.invalid'

/** The site's own pages on other platforms (SPEC §2, footer): https addresses. One without an address is not shown. */
export type SocialLinks = Partial<Record<Platform, string>>

/** The meta tag that tells them to the app, as JSON; empty until the server fills it in. */
export const SOCIAL_LINKS_META = 'social-links'

/** What a built page has in place of their addresses, which only the server knows. */
export const SOCIAL_MARKS: SocialLinks = Object.fromEntries(
  PLATFORMS.map((platform) => [platform, `https://${platform}.social.invalid`]),
)

/** Beside the shell: the scripts of each of APP_PAGES, as JSON of ScreenScripts by page. */
export const SHELL_SCRIPTS = 'app-scripts.json'
export interface ScreenScripts {
  all: readonly string[]
  /** What somebody of a role needs besides. */
  of?: Readonly<Record<Role, readonly string[]>>
}

/** The meta tag of a shell that names what a role needs besides: addresses with a blank between. */
export const roleScripts = (role: Role): string => `scripts-of-${role}`

/** The page of a public profile under the web build, for the server to fill; and the classes it has the styles of, as JSON. */
export const PROFILE_FILE = 'profile.html'
export const PROFILE_CLASSES = 'profile-classes.json'
export const EMPTY_ROOT = '<div id="root"></div>'

/** The script that draws public profiles outside of the browser, as seen from the web build; what it exports. */
export const PROFILE_PAGES = '../pages/profile-page.js'
export interface ProfilePages {
  /** What stands in #root of a public profile, and tags for its `<head>`; `origin` is the site's own, no slash at its end. */
  renderProfile: (
    profile: PublicProfile,
    origin: string,
    socialLinks: SocialLinks,
  ) => Promise<{ markup: string; preloads: string }>
}

/** On `<html>` of every page: what becomes of a delivery that nobody answers. Absent: it counts as approved. */
export const REVIEW_OUTCOME_ATTRIBUTE = 'data-review-outcome'

/** In the page of a public profile: the answer of `profiles.get`, so that the page need not ask for it. */
export const KNOWN_PROFILE_ID = 'known-profile'

/** The meta tag that tells the app the fee terms valid now, as JSON of FeeTerms; empty until the server fills it in. */
export const FEE_TERMS_META = 'fee-terms'

/** The picture of a link preview of a page that has none of its own, 1200 × 630. */
export const PREVIEW_PICTURE = '/brand/preview.png'
