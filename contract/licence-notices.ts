import type { EventKind } from './events.ts'
import type { NoticeLine } from './notice.ts'

type LicenceKind = Extract<EventKind, `licence.${string}`>

/** Licences follow the money, whose notices cover them. */
export const licenceNotices: Record<LicenceKind, NoticeLine> = {
  'licence.grant': { nobody: 'the release says it, and the page of the deal shows the code' },
  'licence.void': { nobody: 'the return of the money says it, and the page of the deal shows it' },
  'licence.reinstate': { nobody: 'the release says it, and the page of the deal shows it' },
}
