import type { Role } from '#contract/profiles.ts'
import { paths } from '#contract/paths.ts'

/** One link of the main navigation; `count` names the number beside it. */
export interface NavigationLink {
  label: string
  to: string
  count?: 'unread_messages' | 'pending_invitations'
  /** Paths that belong to it in addition to its own and those below it: a seller's project belongs to My Projects. */
  within?: string
  /** A path below its own belongs to it only if the page says so. */
  alone?: true
  /** Rendered as a button. */
  button?: true
}

const messages: NavigationLink = { label: 'Messages', to: paths.messages, count: 'unread_messages' }

/** SPEC §2, header: what each role can reach from anywhere, in this order. */
const linksByRole: Record<Role, readonly NavigationLink[]> = {
  creator: [
    { label: 'My Work', to: paths.dashboard },
    { label: 'Browse Projects', to: paths.projects, alone: true },
    { label: 'My Applications', to: paths.myApplications },
    { label: 'My Invitations', to: paths.myInvitations, count: 'pending_invitations' },
    messages,
  ],
  seller: [
    { label: 'Find Creators', to: paths.findCreators },
    { label: 'My Projects', to: paths.myProjects, within: `${paths.projects}/` },
    { label: 'Post Project', to: paths.postProject, button: true },
    messages,
  ],
}

/** The role's links; only Messages while the profile could not be loaded. */
export function navigationLinks(role: Role | null): readonly NavigationLink[] {
  return role ? linksByRole[role] : [messages]
}

/**
 * Whether a link leads to the current page: its own path, one below it, or one that belongs to it. If the page names
 * its `section`, that decides.
 */
export function isCurrent(
  link: NavigationLink,
  pathname: string,
  section: string | null = null,
): boolean {
  if (section !== null) return link.to === section
  if (pathname === link.to) return true
  if (link.alone) return false
  if (pathname.startsWith(`${link.to}/`)) return true
  return link.within !== undefined && pathname.startsWith(link.within)
}
