import type { ChecksBefore, HandedInChecks } from '#contract/delivery-check-schemas.ts'
import { needsReason } from '#contract/delivery-checks.ts'

type Asked = ChecksBefore['checks'][number]

/** What the creator says about one check. */
export interface CheckDraft {
  ticked: boolean
  /** The text that was ticked: the same check may require something else once another brief is agreed on. */
  of: string
  reason: string
}

/** Keyed by the check's id. A form's draft: kept with the rest of the form. */
export type CheckDrafts = Record<string, CheckDraft>

const UNTICKED: CheckDraft = { ticked: false, of: '', reason: '' }

/**
 * What the creator says about a check as it is worded now. A tick for another text does not count; a reason stays for
 * the creator to review.
 */
export function draftOf({ check_id, text }: Asked, drafts: CheckDrafts): CheckDraft {
  const draft = drafts[check_id] ?? UNTICKED
  return { ...draft, ticked: draft.ticked && draft.of === text }
}

/** Whether a check is an open must: without a reason it prevents handing in. */
export const isOpen = ({ must, machine }: Asked, { ticked }: CheckDraft): boolean =>
  needsReason({ must, machine, ticked })

/** What is sent, or null while an open must has no reason. */
export function readChecks(asked: readonly Asked[], drafts: CheckDrafts): HandedInChecks | null {
  const said = asked.map((check) => ({ check, draft: draftOf(check, drafts) }))
  if (said.some(({ check, draft }) => isOpen(check, draft) && draft.reason.trim() === ''))
    return null
  return said.map(({ check, draft }) => ({
    check_id: check.check_id,
    ticked: check.machine === null && draft.ticked,
    // A reason that was typed before the check was ticked no longer applies.
    reason: isOpen(check, draft) ? draft.reason.trim() : null,
  }))
}
