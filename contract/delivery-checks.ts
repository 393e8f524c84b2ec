import type { BriefCheck } from './briefs.ts'
import type { ErrorEntry } from './error-entry.ts'

/**
 * The agreed brief's checks for one delivery, each with three columns: what the machine read from the files, what the
 * creator ticked at hand-in, and the brand's answer.
 */

/** One row of them. */
export interface DeliveryCheck extends Pick<BriefCheck, 'text' | 'kind' | 'must'> {
  check_id: string
  /** Null for a judged check, and while (or where) the files do not show it. */
  machine: boolean | null
  /** The value found: "34.2 s". Null exactly where `machine` is. */
  found: string | null
  /** The creator's tick; null if the machine had decided at hand-in. */
  ticked: boolean | null
  /** Why it was handed in anyway. */
  reason: string | null
  /** The brand's answer; null until it is given. */
  holds: boolean | null
  /** What is missing: it becomes a requested change with the next revision request. */
  note: string | null
}

/** Characters. */
export const DELIVERY_CHECK_LIMITS = { reason: 300, note: 300, found: 160 } as const

type HandedIn = Pick<DeliveryCheck, 'must' | 'machine' | 'ticked'>

/** Whether a check is met at hand-in. Where the files decide, the creator's tick does not count. */
export const isMet = ({ machine, ticked }: HandedIn): boolean => machine ?? ticked === true

/** Whether handing in requires a reason: only for a must that is open, never for a wish. */
export const needsReason = (check: HandedIn): boolean => check.must && !isMet(check)

/** Whether a check is met as far as is known: the brand's answer takes precedence, then the files, then the creator. */
export const doesHold = ({ holds, ...rest }: HandedIn & Pick<DeliveryCheck, 'holds'>): boolean =>
  holds ?? isMet(rest)

/** Returns the musts that are not met: the ones an approval lists as still open. */
export const openChecks = <T extends HandedIn & Pick<DeliveryCheck, 'holds'>>(
  checks: readonly T[],
): T[] => checks.filter((check) => check.must && !doesHold(check))

/** The text of a revision request for a check that was answered with no. */
export const checkNoteBody = ({ text, note }: { text: string; note: string }): string =>
  `“${text}” does not hold: ${note}`

export const deliveryCheckMessages = {
  /** Shown beside an open must. */
  reason: 'Tick this, or say why you are handing it in anyway.',
  /** The same where the file itself shows that it is not met. */
  machineReason: 'Say why you are handing it in anyway.',
  checks: 'Answer each check once.',
} as const

export const deliveryCheckErrors = {
  /** `fields` names each open must, as `checks.<id>`. */
  'checks.open': {
    status: 409,
    message: 'Some checks are still open. Tick them, or say why you are handing it in anyway.',
  },
  /** Both sides agreed on another brief after the creator had read the checks of this one. */
  'checks.brief_changed': {
    status: 409,
    message: 'The brief has changed since you opened this page. Look at the checklist again.',
  },
} as const satisfies Record<string, ErrorEntry>
