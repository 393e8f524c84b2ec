/** Every address of the web app is built here (SPEC §2, route table). */
export const paths = {
  home: '/',
  auth: '/auth',
  /** Asks for a mail that leads to the next one. */
  forgotPassword: '/auth/forgot-password',
  /** Where a recovery mail leads. */
  newPassword: '/auth/new-password',
  howItWorks: '/how-it-works',
  about: '/about',
  careers: '/careers',
  blog: '/blog',
  press: '/press',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  cookiePolicy: '/cookie-policy',
  communityGuidelines: '/community-guidelines',

  dashboard: '/dashboard',
  projects: '/projects',
  postProject: '/post-project',
  myProjects: '/my-projects',
  myApplications: '/my-applications',
  myInvitations: '/my-invitations',
  messages: '/messages',
  findCreators: '/find-creators',
  notifications: '/notifications',
  /** The operator's console; its screens lie below (operator/console-links.ts). */
  operator: '/operator',
  /** One's own profile. */
  profile: '/profile',
  /** The profile editors (DECISIONS 23). */
  editProfile: '/profile/edit',

  project: (id: string) => `/projects/${encodeURIComponent(id)}`,
  /** A project with one of the owner's tabs open. */
  projectTab: (id: string, tab: 'applications' | 'payment' | 'deliverables') =>
    `/projects/${encodeURIComponent(id)}?tab=${tab}`,
  editProject: (id: string) => `/post-project?edit=${encodeURIComponent(id)}`,
  conversation: (id: string) => `/messages/${encodeURIComponent(id)}`,
  publicProfile: (id: string) => `/profile/${encodeURIComponent(id)}`,
} as const

/** What mail links and providers put into the query of the page they lead back to. */
export const LEFTOVERS = ['code', 'error', 'error_code', 'error_description'] as const

/**
 * A path somebody may be sent on to after signing in: inside this app and not the auth screen itself.
 * Anything else (another site, a scheme, nothing) gives null.
 */
export function safeReturnPath(path: unknown): string | null {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return null
  const url = new URL(path, 'http://app.invalid')
  if (url.host !== 'app.invalid' || url.pathname === paths.auth) return null
  // What a sign-in that is over left in the address must not travel on.
  for (const name of LEFTOVERS) url.searchParams.delete(name)
  return url.pathname + url.search + url.hash
}
