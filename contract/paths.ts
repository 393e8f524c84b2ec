import type { SearchSubject, SearchTerms } from './saved-searches.ts'

/** The owner's tabs of a project that a link can open. */
export type ProjectTab = 'applications' | 'payment' | 'deliverables'

/** Names the form that hands work in, after the `#` of an address. */
export const DELIVER_ANCHOR = 'deliver'

/** In the query of the page that an email change returns to. */
export const CHANGED_EMAIL = 'email_changed'

/**
 * Every address of the web app (SPEC §2, route table). Pages, notices, mails and the providers' return links are built
 * here and nowhere else, so that each id is encoded once. They start with a slash; the server prepends its PUBLIC_URL.
 */
export const paths = {
  home: '/',
  auth: '/auth',
  /** The address is confirmed, by a link opened in another browser than the one that signed up. */
  confirmedElsewhere: '/auth?confirmed=1',
  /** A brand's colleague without an account; the link's token follows the '#'. */
  guestReview: '/guest-review',
  /** Requests a mail that leads to the next one. */
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
  /** Leads to the first section of one's own settings. */
  settings: '/settings',
  /** A creator's: where released money goes. */
  payouts: '/settings/payouts',
  /** A brand's: what projects are paid with. */
  cards: '/settings/cards',
  /** One's mail preferences. */
  mailSettings: '/settings/notifications',
  security: '/settings/security',
  /** Whom one has blocked. */
  blockedPeople: '/settings/blocked',
  /** A copy of one's data, and the end of the account. */
  ownData: '/settings/data',
  /** Where the mail of an email change returns to. */
  emailChanged: `/settings/security?${CHANGED_EMAIL}=1`,

  project: (id: string) => `/projects/${encodeURIComponent(id)}`,
  /** The creator's own page of a deal, at the form that hands work in. */
  deliver: (id: string) => `/projects/${encodeURIComponent(id)}#${DELIVER_ANCHOR}`,
  /**
   * The review room of a version; `note` is shown selected. As one step of a queue: of which, the id of a project that hires
   * several, or 'all'.
   */
  review: (projectId: string, deliverableId: string, note?: string, queue?: string) =>
    `/projects/${encodeURIComponent(projectId)}/review/${encodeURIComponent(deliverableId)}${note ? `?note=${encodeURIComponent(note)}` : ''}${queue ? `?queue=${encodeURIComponent(queue)}` : ''}`,
  /** What waits for one's review, one after another: of one project that hires several, or of everything without it. */
  reviewQueue: (listing = '') => `/review-queue?listing=${encodeURIComponent(listing)}`,
  /** The board of a project that hires several. */
  board: (id: string) => `/projects/${encodeURIComponent(id)}/board`,
  /** Everyone that such a project hired. */
  hires: (id: string) => `/projects/${encodeURIComponent(id)}?tab=hires`,
  /** A project with one of the owner's tabs open. */
  projectTab: (id: string, tab: ProjectTab) => `/projects/${encodeURIComponent(id)}?tab=${tab}`,
  /** The return from the provider's payment page. */
  paymentReturn: (id: string, checkout: 'success' | 'cancelled') =>
    `/projects/${encodeURIComponent(id)}?tab=payment&checkout=${checkout}`,
  /** The return from the provider's page for a card. */
  cardReturn: (card: 'saved' | 'cancelled') => `/settings/cards?card=${card}`,
  /** The return from the provider's onboarding; `again` when its address had been used up. */
  payoutReturn: (payout: 'returned' | 'again') => `/settings/payouts?payout=${payout}`,
  /** The same for a creator who set payouts up in order to apply: back at that project's form. */
  payoutReturnToProject: (id: string, payout: 'returned' | 'again') =>
    `/projects/${encodeURIComponent(id)}?payout=${payout}`,
  /** Post a project first, then invite this creator to it. */
  postAndInvite: (creatorId: string) => `/post-project?invite=${encodeURIComponent(creatorId)}`,
  /** A new project with the brief of this one, and then the invitation of its creator. */
  hireAgain: (projectId: string, creatorId: string) =>
    `/post-project?again=${encodeURIComponent(projectId)}&invite=${encodeURIComponent(creatorId)}`,
  /** A new project with the brief of this one. */
  postAgain: (projectId: string) => `/post-project?again=${encodeURIComponent(projectId)}`,
  /** The invitation of a creator to a project that was just posted, on the way that SPEC §2 gives for after posting. */
  postedToInvite: (creatorId: string, projectId: string) =>
    `/dashboard?invite=${encodeURIComponent(creatorId)}&project=${encodeURIComponent(projectId)}`,
  editProject: (id: string) => `/post-project?edit=${encodeURIComponent(id)}`,
  /** What a creator sells at fixed terms. */
  packages: '/profile/packages',
  /** One of them: 'saved', 'worked', 'again', or the id of a list of their own. */
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
  /** A decision about one's account. */
  sanction: (id: string) => `/decisions/${encodeURIComponent(id)}`,
  /** The check of a licence, for anyone with its code. */
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
