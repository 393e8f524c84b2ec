import type { Licence } from '#contract/licence-schemas.ts'
import { shownStatus } from '#contract/licence-term.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { LicenceRow } from '#server/licences/record/licence-store.ts'
import { sideOf } from './extension-policy.ts'

/**
 * A licence as a reader sees it at `now`; null is anyone with its code. Only the two sides of its deal get its id:
 * everyone else knows it by its code.
 */
export function presentLicence(row: LicenceRow, viewer: Viewer | null, now: Date): Licence {
  const { id, project_id: _project, seller_id: _seller, creator_id: _creator, ...shown } = row
  const isSide = viewer !== null && sideOf(row, viewer.id) !== null
  return { ...shown, id: isSide ? id : null, status: shownStatus(row, now) }
}
