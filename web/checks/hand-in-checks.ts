import type { ChecksBefore, HandedInChecks } from '#contract/delivery-check-schemas.ts'
import { needsReason } from '#contract/delivery-checks.ts'

type Asked = ChecksBefore['checks'][number]

/** What is being said of one check. */
export interface CheckDraft {
  ticked: boolean
  reason: string
}

/** By the check's id. A form's draft: kept with the rest of it. */
export type CheckDrafts = Record<string, CheckDraft>

export const UNTICKED: CheckDraft = { ticked: false, reason: '' }

/** Whether a check is an open must: without a reason it stands against handing in. */
export const isOpen = ({ must, machine }: Asked, { ticked }: CheckDraft): boolean =>
  needsReason({ must, machine, ticked })

/** What is sent, or null while an open must has no reason. */
export function readChecks(asked: readonly Asked[], drafts: CheckDrafts): HandedInChecks | null {
  const said = asked.map((check) => ({ check, draft: drafts[check.check_id] ?? UNTICKED }))
  if (said.some(({ check, draft }) => isOpen(check, draft) && draft.reason.trim() === ''))
    return null
  return said.map(({ check, draft }) => ({
    check_id: check.check_id,
    ticked: check.machine === null && draft.ticked,
    // One that was typed before it was ticked says nothing any more.
    reason: isOpen(check, draft) ? draft.reason.trim() : null,
  }))
}
