import type { Viewer } from '#server/http/viewer.ts'

/** Only the invited creator answers an invitation; for everyone else it does not exist. */
export const mayAnswer = (viewer: Viewer, invitation: { creator_id: string }): boolean =>
  invitation.creator_id === viewer.id
