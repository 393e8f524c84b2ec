import type { DealDisputeStatus, DisputeSide } from './disputes.ts'
import type { PaymentStatus, TurnedAwayReason } from './payments.ts'
import type { ProjectStatus } from './projects.ts'

/** The facts that determine a deal's state. Every screen and list reads them from the server's response. */
export interface DealFacts {
  project: ProjectStatus
  /** A package that its creator has not accepted yet: its project is an unpublished draft. */
  ordered: boolean
  /** Someone has applied; an application is still waiting for an answer; a creator was accepted. */
  applied: boolean
  choosable: boolean
  accepted: boolean
  work: {
    /** Deliverables handed in; those waiting for an answer (at most one, except in deals from before decision 0050). */
    versions: number
    waiting: number
    /** A revision was requested, and nothing has been handed in since. */
    revisionOpen: boolean
    approved: boolean
  }
  /** Null before the first payment attempt. */
  money: DealMoney | null
  /** The open dispute between the two sides; null when there is none, or while it is not known. */
  dispute: { status: DealDisputeStatus; respondent: DisputeSide } | null
  /**
   * Both agreed on more money, which the brand has not paid yet (decision 0073). Absent if there is none, or it is not
   * known.
   */
  due?: boolean
  /**
   * How many creators it wants and has hired, for a project that wants several: the project itself is not a deal. Null
   * or absent for a deal.
   */
  hiring?: { wanted: number; hired: number } | null
}

export interface DealMoney {
  status: PaymentStatus
  charging: boolean
  moving: 'release' | 'refund' | 'part_refund' | 'agreed_refund' | null
  decided: boolean
  cameBack: 'refund' | 'transfer' | null
  /** The deal's own payment went back, and this is what its extras still hold. Absent otherwise. */
  isRest?: boolean
  /** The state of a bank's dispute; `frozen` while the bank holds or keeps the money. */
  bank: 'open' | 'won' | 'lost' | null
  /** An open dispute between the two sides freezes it. */
  inDispute: boolean
  /** Why the last payment that arrived was not held; null when it was. */
  turnedAway: Exclude<TurnedAwayReason, 'second' | 'late_extra'> | null
}

/** Every state of a deal: first those of a deal that goes well, in order, then the others. */
export const DEAL_STATES = [
  'draft',
  'ordered',
  'open',
  'choosing',
  'hired',
  'hired_over',
  'unfunded',
  'paying',
  'charging',
  'failed',
  'turned_away',
  'work',
  'revision',
  'review',
  'approved',
  'releasing',
  'returning',
  'returning_part',
  'decided',
  'held_again',
  'answer',
  'decision',
  'in_dispute',
  'bank_frozen',
  'paid',
  'paid_disputed',
  'paid_bank_lost',
  'returned',
  'bank_took',
  'cancelled',
  'cancelled_paying',
  'cancelled_late',
  'cancelled_held',
] as const
export type DealState = (typeof DEAL_STATES)[number]

/** The states in which no one can move the money: a dispute or a bank holds it. */
export const FROZEN_STATES = ['answer', 'decision', 'in_dispute', 'bank_frozen'] as const

/** Whether the money is frozen: no one can release or return it. */
export const isFrozenState = (state: DealState): boolean =>
  (FROZEN_STATES as readonly DealState[]).includes(state)

/** Whether the two sides are in dispute: then the dispute takes precedence. */
export const isDisputed = (state: DealState): boolean =>
  state !== 'bank_frozen' && isFrozenState(state)

/** Returns the one state a deal is in. The money takes precedence over the work, and a dispute over both. */
export function dealState(facts: DealFacts): DealState {
  const { project, money } = facts
  const cancelled = project === 'cancelled'
  switch (money?.status) {
    case 'held_in_escrow':
      return heldState(facts, money)
    case 'released':
      if (money.bank === 'open') return 'paid_disputed'
      return money.bank === 'lost' ? 'paid_bank_lost' : 'paid'
    case 'refunded':
      return money.bank === 'lost' ? 'bank_took' : 'returned'
    case 'pending':
      if (cancelled) return 'cancelled_paying'
      return money.charging ? 'charging' : 'paying'
    case 'failed':
      if (money.turnedAway !== null) return cancelled ? 'cancelled_late' : 'turned_away'
      return cancelled ? 'cancelled' : 'failed'
    case undefined:
      return unpaidState(facts)
  }
}

/** Returns the state in which the deal was frozen, to which it returns if nothing was decided; otherwise its state. */
export function beneathState(facts: DealFacts): DealState {
  const { money } = facts
  if (money === null || !isFrozenState(dealState(facts))) return dealState(facts)
  return dealState({ ...facts, money: { ...money, bank: null, inDispute: false } })
}

function heldState(facts: DealFacts, money: DealMoney): DealState {
  // A bank that keeps part of the held money freezes the rest too.
  if (money.bank === 'open' || money.bank === 'lost') return 'bank_frozen'
  if (money.inDispute) return disputeState(facts.dispute)
  if (money.moving === 'release') return 'releasing'
  if (money.moving === 'refund') return 'returning'
  if (money.moving === 'part_refund') return 'returning_part'
  // An agreed partial return stops neither the work nor its review: the deal continues with the rest.
  if (money.decided) return 'decided'
  if (facts.project === 'cancelled') return 'cancelled_held'
  return money.cameBack !== null || money.isRest ? 'held_again' : workState(facts.work)
}

function disputeState(dispute: DealFacts['dispute']): DealState {
  if (dispute?.status === 'awaiting_answer') return 'answer'
  return dispute?.status === 'awaiting_decision' ? 'decision' : 'in_dispute'
}

/** The state of the work once nothing blocks it. */
export function workState({ waiting, revisionOpen, approved }: DealFacts['work']): DealState {
  if (waiting > 0) return 'review'
  if (revisionOpen) return 'revision'
  return approved ? 'approved' : 'work'
}

function unpaidState({ project, ordered, choosable, accepted, hiring }: DealFacts): DealState {
  if (project === 'cancelled') return 'cancelled'
  if (project === 'draft') return ordered ? 'ordered' : 'draft'
  if (hiring && project !== 'active') return project === 'completed' ? 'hired_over' : 'hired'
  if (accepted) return 'unfunded'
  return choosable ? 'choosing' : 'open'
}
