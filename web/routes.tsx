import type { RouteObject } from 'react-router'
import { ErrorScreen } from '#web/page/ErrorScreen.tsx'
import { RequireSignIn } from '#web/app/RequireSignIn.tsx'
import { Root } from '#web/app/Root.tsx'
import type { RouteHandle } from '#web/app/Shell.tsx'
import { screen } from '#web/loading/screen.ts'
import { Loading } from '#web/ui/Loading.tsx'

const wide: RouteHandle = { wide: true, isPublic: true }

/** Public pages; contract/pages.ts says which are prerendered. */
const publicRoutes: RouteObject[] = [
  {
    index: true,
    handle: wide,
    lazy: screen(async () => (await import('#web/landing/Landing.tsx')).Landing),
  },
  {
    path: 'auth',
    handle: wide,
    lazy: screen(async () => (await import('#web/auth/AuthScreen.tsx')).AuthScreen),
  },
  {
    path: 'auth/forgot-password',
    handle: wide,
    lazy: screen(
      async () => (await import('#web/auth/ForgotPasswordScreen.tsx')).ForgotPasswordScreen,
    ),
  },
  {
    path: 'auth/new-password',
    handle: wide,
    lazy: screen(async () => (await import('#web/auth/NewPasswordScreen.tsx')).NewPasswordScreen),
  },
  {
    path: 'profile/:userId',
    handle: { wide: 'public', isPublic: true } satisfies RouteHandle,
    lazy: screen(
      async () => (await import('#web/profiles/PublicProfileScreen.tsx')).PublicProfileScreen,
    ),
  },
  {
    path: 'decisions/:id',
    lazy: screen(async () => (await import('#web/reports/DecisionScreen.tsx')).DecisionScreen),
  },
  {
    path: 'licence/:code',
    handle: { isPublic: true } satisfies RouteHandle,
    lazy: screen(async () => (await import('#web/licences/LicenceScreen.tsx')).LicenceScreen),
  },
  {
    path: 'guest-review',
    lazy: screen(async () => (await import('#web/review/GuestScreen.tsx')).GuestScreen),
  },
  {
    path: 'how-it-works',
    handle: wide,
    lazy: screen(async () => (await import('#web/pages/HowItWorks.tsx')).HowItWorks),
  },
  {
    path: 'about',
    handle: wide,
    lazy: screen(async () => (await import('#web/pages/About.tsx')).About),
  },
  {
    path: 'careers',
    handle: wide,
    lazy: screen(async () => (await import('#web/pages/Careers.tsx')).Careers),
  },
  {
    path: 'blog',
    handle: wide,
    lazy: screen(async () => (await import('#web/pages/Blog.tsx')).Blog),
  },
  {
    path: 'press',
    handle: wide,
    lazy: screen(async () => (await import('#web/pages/Press.tsx')).Press),
  },
  {
    path: 'contact',
    handle: wide,
    lazy: screen(async () => (await import('#web/pages/Contact.tsx')).Contact),
  },
  {
    path: 'privacy',
    handle: wide,
    lazy: screen(async () => (await import('#web/pages/Privacy.tsx')).Privacy),
  },
  {
    path: 'terms',
    handle: wide,
    lazy: screen(async () => (await import('#web/pages/Terms.tsx')).Terms),
  },
  {
    path: 'cookie-policy',
    handle: wide,
    lazy: screen(async () => (await import('#web/pages/CookiePolicy.tsx')).CookiePolicy),
  },
  {
    path: 'community-guidelines',
    handle: wide,
    lazy: screen(
      async () => (await import('#web/pages/CommunityGuidelines.tsx')).CommunityGuidelines,
    ),
  },
]

/** Pages behind the sign-in guard; the screens decide which role may use them (SPEC §2). */
const protectedRoutes: RouteObject[] = [
  {
    path: 'dashboard',
    lazy: screen(async () => (await import('#web/dashboard/DashboardScreen.tsx')).DashboardScreen),
  },
  {
    path: 'projects',
    lazy: screen(async () => (await import('#web/projects/ProjectsScreen.tsx')).ProjectsScreen),
  },
  {
    path: 'projects/:id',
    lazy: screen(async () => (await import('#web/deal/ProjectScreen.tsx')).ProjectScreen),
  },
  {
    path: 'projects/:id/board',
    lazy: screen(async () => (await import('#web/board/BoardScreen.tsx')).BoardScreen),
  },
  {
    path: 'projects/:id/review/:deliverableId',
    lazy: screen(async () => (await import('#web/review/ReviewScreen.tsx')).ReviewScreen),
  },
  {
    path: 'review-queue',
    lazy: screen(async () => (await import('#web/review/ReviewScreen.tsx')).QueueScreen),
  },
  {
    path: 'post-project',
    lazy: screen(
      async () => (await import('#web/projects/PostProjectScreen.tsx')).PostProjectScreen,
    ),
  },
  {
    path: 'my-projects',
    lazy: screen(async () => (await import('#web/projects/MyProjectsScreen.tsx')).MyProjectsScreen),
  },
  {
    path: 'my-applications',
    lazy: screen(
      async () => (await import('#web/applications/MyApplicationsScreen.tsx')).MyApplicationsScreen,
    ),
  },
  // One route for both addresses: the list stays mounted while conversations are opened one after another.
  {
    path: 'messages/:conversationId?',
    lazy: screen(
      async () => (await import('#web/conversations/MessagesScreen.tsx')).MessagesScreen,
    ),
  },
  {
    path: 'find-creators',
    lazy: screen(
      async () => (await import('#web/profiles/FindCreatorsScreen.tsx')).FindCreatorsScreen,
    ),
  },
  {
    path: 'lists/:list?',
    lazy: screen(async () => (await import('#web/lists/ListsScreen.tsx')).ListsScreen),
  },
  {
    path: 'compare',
    lazy: screen(async () => (await import('#web/lists/CompareScreen.tsx')).CompareScreen),
  },
  {
    path: 'profile',
    lazy: screen(async () => (await import('#web/profiles/OwnProfileScreen.tsx')).OwnProfileScreen),
  },
  {
    path: 'profile/edit',
    lazy: screen(
      async () => (await import('#web/profiles/EditProfileScreen.tsx')).EditProfileScreen,
    ),
  },
  {
    path: 'profile/packages',
    lazy: screen(async () => (await import('#web/packages/own/PackagesScreen.tsx')).PackagesScreen),
  },
  {
    path: 'profile/:userId/packages/:packageId/order',
    lazy: screen(
      async () => (await import('#web/orders/placing/OrderPackageScreen.tsx')).OrderPackageScreen,
    ),
  },
  {
    path: 'orders/:id',
    lazy: screen(
      async () => (await import('#web/orders/PackageOrderScreen.tsx')).PackageOrderScreen,
    ),
  },
  {
    path: 'documents/:id',
    lazy: screen(async () => (await import('#web/documents/DocumentScreen.tsx')).DocumentScreen),
  },
  {
    path: 'settings/:section?',
    lazy: screen(async () => (await import('#web/settings/SettingsScreen.tsx')).SettingsScreen),
  },
  {
    path: 'my-invitations',
    lazy: screen(
      async () => (await import('#web/invitations/InvitationsScreen.tsx')).InvitationsScreen,
    ),
  },
  {
    path: 'notifications',
    lazy: screen(
      async () => (await import('#web/notifications/NotificationsScreen.tsx')).NotificationsScreen,
    ),
  },
  // The console loads its own screens: no one else should load them.
  {
    path: 'operator/*',
    handle: { console: true } satisfies RouteHandle,
    lazy: screen(async () => (await import('#web/operator/ConsoleScreen.tsx')).ConsoleScreen),
  },
]

/** The whole route table of SPEC §2. */
export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Root,
    HydrateFallback: () => <Loading page />,
    // A crash outside the page, in the header for example, takes the frame with it; this error page is shown without
    // one.
    ErrorBoundary: () => (
      <main>
        <ErrorScreen />
      </main>
    ),
    children: [
      {
        ErrorBoundary: ErrorScreen,
        children: [
          ...publicRoutes,
          { Component: RequireSignIn, children: protectedRoutes },
          {
            path: '*',
            handle: wide,
            lazy: screen(async () => (await import('#web/page/NotFound.tsx')).NotFound),
          },
        ],
      },
    ],
  },
]
