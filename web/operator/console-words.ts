import { FROZEN_WORDS } from '#contract/deal-words.ts'
import type { ActSubject, PaymentFlag } from '#contract/operator.ts'
import type { LedgerAccount } from '#contract/ledger.ts'
import type { Role } from '#contract/profiles.ts'
import { consolePaths } from './console-links.ts'

/** "resolve_difference" → "Resolve difference": a database name as words. */
export function plainWord(name: string): string {
  const spaced = name.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** The display names of a deal's two sides. */
export const roleWords: Record<Role, string> = { creator: 'Creator', seller: 'Brand' }

const acts: Readonly<Record<string, string>> = {
  ban: 'Banned',
  unban: 'Lifted the ban of',
  end_sessions: 'Signed out',
  begin_view: 'Began to look at the account of',
  end_view: 'Ended the view of',
  apply_webhook: 'Processed again',
  retry_job: 'Retried',
  give_up_job: 'Gave up',
  take_difference: 'Took',
  note_difference: 'Noted on',
  resolve_difference: 'Resolved',
  decide_dispute: 'Decided',
  propose: 'Proposed',
  confirm_proposal: 'Confirmed',
  reject_proposal: 'Rejected',
  withdraw_proposal: 'Withdrew',
  send_bank_evidence: 'Sent evidence to the bank about',
  hide_deal_review: 'Removed a review of the deal',
  take_report: 'Took on',
  dismiss_report: 'Dismissed',
  act_on_report: 'Acted on a report about',
  answer_appeal: 'Answered the appeal of',
  overrule_ring: 'Counted the deals of a pair again that shares',
  make_owner: 'Made an owner:',
  make_finance: 'Gave the role Finance to',
  make_support: 'Gave the role Support to',
  make_read_only: 'Let only read:',
  reinstate_ring: 'Left out the deals of a pair again that shares',
}

/** An operator's act, as it is written before its subject: "Banned", "Retried". */
export const actWord = (act: string): string => acts[act] ?? plainWord(act)

export const flagWords: Record<PaymentFlag, string> = {
  disputed: FROZEN_WORDS.bank,
  moving: 'On its way',
  came_back: 'Came back',
}

export const accountWords: Record<LedgerAccount, string> = {
  provider_clearing: 'Provider clearing',
  escrow: 'Escrow',
  creator_payable: 'Creator payable',
  platform_fee: 'Platform fee',
  provider_fees: 'Provider fees',
  refunds: 'Refunds',
  chargebacks: 'Chargebacks',
  paid_outside: 'Paid outside',
  platform_bank: 'Platform bank',
}

/** The path of the page for an act's subject; null when there is none. */
export function subjectPath(subject: ActSubject, id: string): string | null {
  switch (subject) {
    case 'person':
      return consolePaths.person(id)
    case 'project':
      return consolePaths.project(id)
    case 'payment':
      return consolePaths.payment(id)
    case 'dispute':
      return consolePaths.dispute(id)
    case 'deal_review':
      return consolePaths.reviews
    case 'ring':
      return consolePaths.rings
    case 'report':
      return consolePaths.report(id)
    default:
      return null
  }
}

/** The state of the server's video preparation, for the console's overview. */
export const videoToolWords = (tool: string | null): string =>
  tool === null
    ? 'Videos: nothing prepares them here. They are shown as they were uploaded.'
    : `Videos: posters and previews are made by ${tool}.`
