/**
 * The addresses of the web app (SPEC §2). The server answers these with the page or the app's shell and
 * everything else with the 404 page; the router in web/ knows the same list.
 */

import type { PublicProfile } from './profile-schemas.ts'
import type { Role } from './profiles.ts'

/** Built into HTML of their own when the app is built. */
export const PUBLIC_PAGES = [
  '/',
  '/auth',
  '/how-it-works',
  '/about',
  '/careers',
  '/blog',
  '/press',
  '/contact',
  '/privacy',
  '/terms',
  '/cookie-policy',
  '/community-guidelines',
] as const

/** Answered with the app's shell; a `:name` part stands for one segment. */
export const APP_PAGES = [
  '/auth/forgot-password',
  '/auth/new-password',
  '/dashboard',
  '/profile',
  '/profile/edit',
  '/profile/:userId',
  '/projects',
  '/projects/:id',
  '/post-project',
  '/my-projects',
  '/my-applications',
  '/my-invitations',
  '/messages',
  '/messages/:conversationId',
  '/find-creators',
  '/notifications',
  '/operator',
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
  ) => Promise<{ markup: string; preloads: string }>
}

/** In the page of a public profile: the answer of `profiles.get`, so that the page need not ask for it. */
export const KNOWN_PROFILE_ID = 'known-profile'

/** The picture of a link preview of a page that has none of its own, 1200 × 630. */
export const PREVIEW_PICTURE = '/brand/preview.png'
