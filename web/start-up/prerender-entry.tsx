import {
  type APP_PAGES,
  type DrawnPageName,
  type KnownData,
  SOCIAL_MARKS,
} from '#contract/pages.ts'
import type { Role } from '#contract/profiles.ts'
import { reviewWords } from '#contract/review-words.ts'
import type { PageHead } from '#web/page/head.ts'
import { pageFacts } from '#web/page/page-facts.ts'
import { brand } from '#web/page/brand.ts'
import { sampleLicences } from '#web/licences/sample-licences.ts'
import { sampleProfiles } from '#web/profiles/sample-profiles.ts'
import { paths } from '#contract/paths.ts'
import { render, type Rendered } from './render.tsx'

export { readClocksBy, renderDrawn, renderPersonal } from './drawn-pages.tsx'

/**
 * The pages rendered at build time: each public page's path and its screen's module. A page that `waits` needs the app
 * only once something on it is used.
 */
export const prerenderedPages: readonly { path: string; module: string; waits: boolean }[] = [
  { path: paths.home, module: 'landing/Landing.tsx', waits: true },
  { path: paths.auth, module: 'auth/AuthScreen.tsx', waits: true },
  { path: paths.howItWorks, module: 'pages/HowItWorks.tsx', waits: true },
  { path: paths.about, module: 'pages/About.tsx', waits: true },
  { path: paths.careers, module: 'pages/Careers.tsx', waits: true },
  { path: paths.blog, module: 'pages/Blog.tsx', waits: true },
  { path: paths.press, module: 'pages/Press.tsx', waits: true },
  { path: paths.contact, module: 'pages/Contact.tsx', waits: true },
  // It shows the reader's own day (SPEC §2).
  { path: paths.privacy, module: 'pages/Privacy.tsx', waits: false },
  { path: paths.terms, module: 'pages/Terms.tsx', waits: true },
  { path: paths.cookiePolicy, module: 'pages/CookiePolicy.tsx', waits: true },
  { path: paths.communityGuidelines, module: 'pages/CommunityGuidelines.tsx', waits: true },
]

/**
 * The module of each screen that is served as the shell, so that its scripts load with the app's, and the module of the
 * view that most people of a role see in it.
 */
export const appScreens: readonly {
  path: (typeof APP_PAGES)[number]
  module: string
  views?: Readonly<Record<Role, string>>
}[] = [
  { path: '/auth/forgot-password', module: 'auth/ForgotPasswordScreen.tsx' },
  { path: '/auth/new-password', module: 'auth/NewPasswordScreen.tsx' },
  { path: '/dashboard', module: 'dashboard/DashboardScreen.tsx' },
  { path: '/profile', module: 'profiles/OwnProfileScreen.tsx' },
  {
    path: '/profile/edit',
    module: 'profiles/EditProfileScreen.tsx',
    views: { seller: 'profiles/BrandEditor.tsx', creator: 'profiles/CreatorEditor.tsx' },
  },
  { path: '/settings', module: 'settings/SettingsScreen.tsx' },
  { path: '/settings/payouts', module: 'settings/SettingsScreen.tsx' },
  { path: '/settings/cards', module: 'settings/SettingsScreen.tsx' },
  { path: '/settings/notifications', module: 'settings/SettingsScreen.tsx' },
  { path: '/settings/security', module: 'settings/SettingsScreen.tsx' },
  { path: '/settings/data', module: 'settings/SettingsScreen.tsx' },
  { path: '/profile/:userId', module: 'profiles/PublicProfileScreen.tsx' },
  { path: '/licence/:code', module: 'licences/LicenceScreen.tsx' },
  { path: '/projects', module: 'projects/ProjectsScreen.tsx' },
  {
    path: '/projects/:id',
    module: 'deal/ProjectScreen.tsx',
    views: { seller: 'deal/OwnerView.tsx', creator: 'deal/VisitorView.tsx' },
  },
  { path: '/post-project', module: 'projects/PostProjectScreen.tsx' },
  { path: '/my-projects', module: 'projects/MyProjectsScreen.tsx' },
  { path: '/my-applications', module: 'applications/MyApplicationsScreen.tsx' },
  { path: '/my-invitations', module: 'invitations/InvitationsScreen.tsx' },
  { path: '/messages', module: 'conversations/MessagesScreen.tsx' },
  {
    path: '/messages/:conversationId',
    module: 'conversations/MessagesScreen.tsx',
  },
  { path: '/operator', module: 'operator/ConsoleScreen.tsx' },
  { path: '/operator/:page', module: 'operator/ConsoleScreen.tsx' },
  { path: '/operator/:page/:id', module: 'operator/ConsoleScreen.tsx' },
  { path: '/find-creators', module: 'profiles/FindCreatorsScreen.tsx' },
  { path: '/notifications', module: 'notifications/NotificationsScreen.tsx' },
]

/** For each page that the server renders with its data: samples that together show every part it may have. */
export const samples: Readonly<
  Record<DrawnPageName, readonly { path: string; known: KnownData }[]>
> = {
  profile: sampleProfiles.map((profile) => ({
    path: paths.publicProfile(profile.id),
    known: { profile },
  })),
  licence: sampleLicences.map((licence) => ({
    path: paths.licence(licence.code),
    known: { licence },
  })),
}

/** The site's name in link previews. */
export const siteName: string = brand.name

/** At build time neither the reader nor the page's origin is known. */
const unfilled = pageFacts('', {
  socialLinks: SOCIAL_MARKS,
  words: reviewWords(null),
  feeTerms: null,
})

/** Renders one address as the browser first sees it: signed out. Throws when there is no such page. */
export async function renderPage(path: string): Promise<Rendered & { head: PageHead }> {
  const rendered = await render(path, unfilled)
  const { head } = rendered
  if (!head) throw new Error(`${path} has no title: its screen does not call usePageHead`)
  return { ...rendered, head }
}

/** Renders what every page behind the sign-in shows until the session is known: header, "Loading...", footer. */
export async function renderFrame(): Promise<string> {
  return (await render(paths.dashboard, unfilled)).markup
}

/** The same for the operator's console, which has neither the marketplace's header nor its footer. */
export async function renderConsoleFrame(): Promise<string> {
  return (await render(paths.operator, unfilled)).markup
}
