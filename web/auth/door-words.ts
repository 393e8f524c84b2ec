import type { APP_PAGES, LICENCE_PAGE, PROFILE_PAGE } from '#contract/pages.ts'
import type { paths } from '#contract/paths.ts'
import { brand } from '#web/page/brand.ts'

/**
 * The pages behind the guard, each of which needs a sentence about what signing in leads to. A page without a sentence
 * does not compile.
 */
type GuardedPage = Exclude<
  (typeof APP_PAGES)[number],
  | typeof PROFILE_PAGE
  | typeof LICENCE_PAGE
  | typeof paths.guestReview
  | typeof paths.forgotPassword
  | typeof paths.newPassword
>

/**
 * Only by kind of address: nothing is named that the reader may not see, so a project or a conversation never is. The
 * console's sentence reveals no more than any other page's, because for most people the console does not exist.
 */
const DESTINATIONS: Readonly<Record<GuardedPage, string>> = {
  '/dashboard': 'Sign in to see your work',
  '/profile': 'Sign in to open your profile',
  '/profile/edit': 'Sign in to edit your profile',
  '/profile/packages': 'Sign in to open your packages',
  '/profile/:userId/packages/:packageId/order': 'Sign in to order this package',
  '/orders/:id': 'Sign in to open the order',
  '/decisions/:id': 'Sign in to read the decision',
  '/documents/:id': 'Sign in to open the document',
  '/settings/documents': 'Sign in to open your settings',
  '/settings': 'Sign in to open your settings',
  '/settings/payouts': 'Sign in to open your settings',
  '/settings/cards': 'Sign in to open your settings',
  '/settings/notifications': 'Sign in to open your settings',
  '/settings/security': 'Sign in to open your settings',
  '/settings/blocked': 'Sign in to open your settings',
  '/settings/data': 'Sign in to open your settings',
  '/projects': 'Sign in to browse projects',
  '/projects/:id': 'Sign in to open your project',
  '/projects/:id/board': 'Sign in to open the board',
  '/projects/:id/review/:deliverableId': 'Sign in to open the review',
  '/review-queue': 'Sign in to review what was delivered',
  '/post-project': 'Sign in to post a project',
  '/my-projects': 'Sign in to see your projects',
  '/my-applications': 'Sign in to see your applications',
  '/my-invitations': 'Sign in to answer your invitations',
  '/messages': 'Sign in to read your messages',
  '/messages/:conversationId': 'Sign in to read your messages',
  '/find-creators': 'Sign in to find creators',
  '/lists': 'Sign in to open your lists',
  '/lists/:list': 'Sign in to open your lists',
  '/compare': 'Sign in to compare creators',
  '/notifications': 'Sign in to see your notifications',
  '/operator': 'Sign in to open this page',
  '/operator/:page': 'Sign in to open this page',
  '/operator/:page/:id': 'Sign in to open this page',
}

const pages = Object.keys(DESTINATIONS).map((page) => ({
  pattern: new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`),
  words: DESTINATIONS[page as GuardedPage],
}))

/** What signing in leads to, or null if it is not a page of the app. `returnPath` is a path with its query. */
export function destinationWords(returnPath: string): string | null {
  const { pathname } = new URL(returnPath, 'http://app.invalid')
  return pages.find(({ pattern }) => pattern.test(pathname))?.words ?? null
}

interface Door {
  joining: boolean
  /** Someone has just signed up, or confirmed their address: they were never here before. */
  confirming: boolean
  /** The page from which the guard sent them here. */
  returnPath: string | null
}

/** Heading and lead of the sign-in page. */
export function doorWords({ joining, confirming, returnPath }: Door): {
  title: string
  lead: string
} {
  if (joining) return { title: `Join ${brand.name}`, lead: 'Pick your side of the deal.' }
  if (confirming) return { title: 'Almost there', lead: 'Sign in once your email is confirmed.' }
  const title = returnPath === null ? null : destinationWords(returnPath)
  return title === null
    ? { title: 'Welcome back', lead: 'Sign in to pick up where you left off.' }
    : { title, lead: 'It opens as soon as you are in.' }
}
