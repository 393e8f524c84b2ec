/**
 * The addresses of the web app (SPEC §2). The server answers these with the page or the app's shell and
 * everything else with the 404 page; the router in web/ knows the same list.
 */

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
] as const

/** Where the static file of a public page lies under the web build. */
export const pageFile = (page: string): string =>
  page === '/' ? 'index.html' : `${page.slice(1)}/index.html`

/** The shell of all other pages, and the page for unknown paths, under the web build. */
export const APP_FILE = 'app.html'
export const NOT_FOUND_FILE = '404.html'
