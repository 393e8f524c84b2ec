import type { Viewer } from '#server/http/viewer.ts'
import type { TalkProject } from './conversation-store.ts'

/**
 * Whether a person may know of a conversation about a project: its seller with a creator who applied, was invited or is
 * asked to accept an order; a creator who can see the project.
 */
export function mayTalkAbout(viewer: Viewer, project: TalkProject): boolean {
  if (project.seller_id === viewer.id)
    return project.creator_involved || project.conversation_id !== null
  if (viewer.role !== 'creator') return false
  return mayBegin(project) || project.creator_involved || project.conversation_id !== null
}

/**
 * A conversation can begin while the project takes creators and no operator has hidden it or banned its seller; an
 * existing one stays open for good (decision P21).
 */
export const mayBegin = (project: TalkProject): boolean =>
  project.status === 'active' && !project.hidden
