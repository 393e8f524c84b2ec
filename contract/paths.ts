import type { SearchSubject, SearchTerms } from './saved-searches.ts'

/** The owner's tabs of a project that a link can open. */
export type ProjectTab = 'applications' | 'payment' | 'deliverables'

/** Names the form for handing in work, after the `#` of an address. */
export const DELIVER_ANCHOR = 'deliver'

/** A query parameter of the page that an email change returns to. */
export const CHANGED_EMAIL = 'email_changed'

/**
 * Every address of the web app (SPEC §2, route table). The addresses in pages, notices, mails and the providers' return
 * links are all built here, so that each id is encoded once. They start with a slash; the server prepends its
 * PUBLIC_URL.
 */
export const paths = {
  home: '/',
  auth: '/auth',
  /** The address was confirmed by a link that was opened in a browser other than the one that signed up. */
  confirmedElsewhere: '/auth?confirmed=1',
  /** A brand's colleague without an account; the link's token follows the '#'. */
  guestReview: '/guest-review',
  /** Requests a mail that links to the next page. */
  forgotPassword: '/auth/forgot-password',
  /** The target of a recovery mail. */
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
  /** A brand's lists of creators. */
  lists: '/lists',
  notifications: '/notifications',
  /** The operator's console; its screens are below it (web/operator/console-links.ts). */
  operator: '/operator',
  /** One's own profile. */
  profile: '/profile',
  /** The profile editors (decision P23). */
  editProfile: '/profile/edit',
  /** Sections of the editors. */
  editPicture: '/profile/edit#picture',
  editPortfolio: '/profile/edit#portfolio',
  editBrand: '/profile/edit#brand',
  /** Opens the first section of the user's own settings. */
  settings: '/settings',
  /** For a creator: where released money goes. */
  payouts: '/settings/payouts',
  /** For a brand: what projects are paid with. */
  cards: '/settings/cards',
  /** One's mail preferences. */
  mailSettings: '/settings/notifications',
  security: '/settings/security',
  /** The people whom the user has blocked. */
  blockedPeople: '/settings/blocked',
  /** A copy of the user's data, and the closing of the account. */
  ownData: '/settings/data',
  /** The page that the mail of an email change returns to. */
  emailChanged: `/settings/security?${CHANGED_EMAIL}=1`,

  project: (id: string) => `/projects/${encodeURIComponent(id)}`,
  /** The creator's own page of a deal, at the form for handing in work. */
  deliver: (id: string) => `/projects/${encodeURIComponent(id)}#${DELIVER_ANCHOR}`,
  /**
   * The review room of a version; `note` is shown selected. As one step of a queue: the queue is named by the id of a
   * project that hires several, or is 'all'.
   */
  review: (projectId: string, deliverableId: string, note?: string, queue?: string) =>
    `/projects/${encodeURIComponent(projectId)}/review/${encodeURIComponent(deliverableId)}${note ? `?note=${encodeURIComponent(note)}` : ''}${queue ? `?queue=${encodeURIComponent(queue)}` : ''}`,
  /**
   * The versions that wait for the user's review, one after another: of one project that hires several, or of all
   * projects without it.
   */
  reviewQueue: (listing = '') => `/review-queue?listing=${encodeURIComponent(listing)}`,
  /** The board of a project that hires several. */
  board: (id: string) => `/projects/${encodeURIComponent(id)}/board`,
  /** Everyone whom such a project hired. */
  hires: (id: string) => `/projects/${encodeURIComponent(id)}?tab=hires`,
  /** A project with one of the owner's tabs open. */
  projectTab: (id: string, tab: ProjectTab) => `/projects/${encodeURIComponent(id)}?tab=${tab}`,
  /** The return from the provider's checkout page. */
  paymentReturn: (id: string, checkout: 'success' | 'cancelled') =>
    `/projects/${encodeURIComponent(id)}?tab=payment&checkout=${checkout}`,
  /** The return from the provider's page for a card. */
  cardReturn: (card: 'saved' | 'cancelled') => `/settings/cards?card=${card}`,
  /** The return from the provider's onboarding; `again` when its address had been used up. */
  payoutReturn: (payout: 'returned' | 'again') => `/settings/payouts?payout=${payout}`,
  /** The same for a creator who set up payouts in order to apply: it returns to that project's form. */
  payoutReturnToProject: (id: string, payout: 'returned' | 'again') =>
    `/projects/${encodeURIComponent(id)}?payout=${payout}`,
  /** Post a project first, then invite this creator. */
  postAndInvite: (creatorId: string) => `/post-project?invite=${encodeURIComponent(creatorId)}`,
  /** A new project with the brief of this one, followed by the invitation of its creator. */
  hireAgain: (projectId: string, creatorId: string) =>
    `/post-project?again=${encodeURIComponent(projectId)}&invite=${encodeURIComponent(creatorId)}`,
  /** A new project with the brief of this one. */
  postAgain: (projectId: string) => `/post-project?again=${encodeURIComponent(projectId)}`,
  /**
   * The invitation of a creator to a project that was just posted, at the path that SPEC §2 defines for after posting.
   */
  postedToInvite: (creatorId: string, projectId: string) =>
    `/dashboard?invite=${encodeURIComponent(creatorId)}&project=${encodeURIComponent(projectId)}`,
  editProject: (id: string) => `/post-project?edit=${encodeURIComponent(id)}`,
  /** What a creator sells at fixed terms. */
  packages: '/profile/packages',
  /** One of them: 'saved', 'worked', 'again', or the id of one of the user's own lists. */
  list: (list: string) => `/lists/${encodeURIComponent(list)}`,
  /** Two to four creators side by side. */
  compare: (...ids: readonly string[]) => `/compare?ids=${ids.map(encodeURIComponent).join(',')}`,
  /** Three steps to an order. */
  orderPackage: (creatorId: string, packageId: string) =>
    `/profile/${encodeURIComponent(creatorId)}/packages/${encodeURIComponent(packageId)}/order`,
  /** An order that was placed. */
  packageOrder: (id: string) => `/orders/${encodeURIComponent(id)}`,
  /** Receipts, invoices and their corrections. */
  documents: '/settings/documents',
  document: (id: string) => `/documents/${encodeURIComponent(id)}`,
  /** A decision about the user's account. */
  sanction: (id: string) => `/decisions/${encodeURIComponent(id)}`,
  /** The licence check, for anyone who has its code. */
  licence: (code: string) => `/licence/${encodeURIComponent(code)}`,
  conversation: (id: string) => `/messages/${encodeURIComponent(id)}`,
  publicProfile: (id: string) => `/profile/${encodeURIComponent(id)}`,
  /** A search's results. */
  search: (about: SearchSubject, terms: SearchTerms) => {
    const query = new Array<string>()
    for (const name of ['q', 'category', 'niche', 'platform'] as const) {
      const value = terms[name]
      if (value) query.push(`${name}=${encodeURIComponent(value)}`)
    }
    const path = about === 'projects' ? '/projects' : '/find-creators'
    return query.length === 0 ? path : `${path}?${query.join('&')}`
  },
} as const
