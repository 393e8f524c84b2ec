import type { Licence } from '#contract/licence-schemas.ts'
import { shownStatus } from '#contract/licence-term.ts'
import type { LicenceRow } from '#server/licences/record/licence-store.ts'

/** A licence as anyone with its code reads it at `now`. Its id is not exposed: the code identifies it. */
export function presentLicence({ id: _id, ...row }: LicenceRow, now: Date): Licence {
  return { ...row, status: shownStatus(row, now) }
}
