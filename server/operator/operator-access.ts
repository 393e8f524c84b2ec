import type { OperatorStanding, Viewer } from '#server/http/viewer.ts'

/**
 * An operator is anyone signed in under one of the configured addresses (lower-cased) with a second factor. The
 * viewer's address is the account's own as of this request, and it is confirmed: without a confirmed address there is
 * no viewer. So an address that was changed away, or only requested, grants nothing.
 */
export function operatorStanding(
  viewer: Pick<Viewer, 'email' | 'aal'> | null,
  operatorEmails: readonly string[],
): OperatorStanding {
  if (viewer === null || !operatorEmails.includes(viewer.email.toLowerCase())) return 'none'
  return viewer.aal === 'aal2' ? 'operator' : 'unproven'
}
