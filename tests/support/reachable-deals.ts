import { applicationTransitions } from '#contract/applications.ts'
import type { DealFacts, DealMoney } from '#contract/deal-state.ts'
import { deliverableTransitions } from '#contract/deliverables.ts'
import { dealDisputeTransitions, DISPUTE_SIDES, OPEN_DISPUTE_STATUSES } from '#contract/disputes.ts'
import { EVENT_MOVES, type EventMove } from '#contract/events.ts'
import { paymentSetbacks, paymentTransitions } from '#contract/payments.ts'
import { projectTransitions } from '#contract/projects.ts'
import { canMove, type TransitionTable } from '#contract/transitions.ts'

/** A deal with what its facts omit: the status of the application that matters. */
interface Deal {
  facts: DealFacts
  application: 'none' | 'pending' | 'accepted' | 'rejected'
}

/** The effect of a recorded move on a deal: the deals it may lead to; none where it cannot happen. */
type Move = (deal: Deal) => Deal[]

/** The number of work versions that are distinguished; more add no other facts. */
const VERSIONS = 3
const ENTITIES = [
  'project',
  'package_order',
  'application',
  'deliverable',
  'payment',
  'deal_dispute',
] as const

const FRESH: Deal = {
  application: 'none',
  facts: {
    project: 'draft',
    ordered: false,
    applied: false,
    choosable: false,
    accepted: false,
    work: { versions: 0, waiting: 0, revisionOpen: false, approved: false },
    money: null,
    dispute: null,
  },
}

const change = (deal: Deal, facts: Partial<DealFacts>): Deal => ({
  ...deal,
  facts: { ...deal.facts, ...facts },
})
const pay = (deal: Deal, money: Partial<DealMoney>): Deal =>
  deal.facts.money === null ? deal : change(deal, { money: { ...deal.facts.money, ...money } })
const stays: Move = (deal) => [deal]
/** Happens only as part of another move, which leads to it. */
const follows: Move = () => []

/** Where a table's move leads from a status; undefined where it cannot start there. */
function ends<Table extends TransitionTable<string, string>>(
  table: Table,
  move: keyof Table & string,
  status: string | undefined,
): Table[keyof Table]['to'] | undefined {
  return status !== undefined && canMove(table, move, status) ? table[move]?.to : undefined
}

function moveProject(deal: Deal, move: keyof typeof projectTransitions): Deal[] {
  const to = ends(projectTransitions, move, deal.facts.project)
  return to === undefined ? [] : [change(deal, { project: to })]
}

function moveApplication(deal: Deal, move: keyof typeof applicationTransitions): Deal[] {
  const to = ends(applicationTransitions, move, deal.application)
  return to === undefined ? [] : [{ ...change(deal, { choosable: false }), application: to }]
}

const MONEY = { ...paymentTransitions, ...paymentSetbacks }
function movePayment(deal: Deal, move: keyof typeof MONEY, also: Partial<DealMoney> = {}): Deal[] {
  const to = ends(MONEY, move, deal.facts.money?.status)
  return to === undefined ? [] : [pay(deal, { status: to, ...also })]
}

function moveDispute(deal: Deal, move: keyof typeof dealDisputeTransitions): Deal[] {
  const { dispute } = deal.facts
  const to = ends(dealDisputeTransitions, move, dispute?.status)
  if (dispute === null || to === undefined) return []
  const isOpen = (OPEN_DISPUTE_STATUSES as readonly string[]).includes(to)
  // One that is over freezes nothing, and the deal's facts no longer name it.
  return isOpen
    ? [change(deal, { dispute: { ...dispute, status: to } })]
    : [pay(change(deal, { dispute: null }), { inDispute: false })]
}

/** An order that its creator has not answered. */
const waits = ({ facts }: Deal) => facts.ordered && facts.project === 'draft'

const isFrozen = ({ bank, inDispute }: DealMoney) => bank === 'open' || bank === 'lost' || inDispute
const mayMoveMoney = ({ facts: { money } }: Deal): boolean =>
  money?.status === 'held_in_escrow' && money.moving === null && !isFrozen(money)
const isMoving = ({ facts: { money } }: Deal, way: DealMoney['moving']): boolean =>
  money?.status === 'held_in_escrow' && money.moving === way
const order =
  (moving: NonNullable<DealMoney['moving']>, may: (deal: Deal) => boolean): Move =>
  (deal) =>
    mayMoveMoney(deal) && may(deal) ? [pay(deal, { moving })] : []
const stop =
  (way: DealMoney['moving']): Move =>
  (deal) =>
    isMoving(deal, way) ? [pay(deal, { moving: null })] : []

/** A review of one waiting delivery. */
const review =
  (move: 'approve' | 'request_revision'): Move =>
  (deal) => {
    const { work } = deal.facts
    if (work.waiting === 0) return []
    const to = deliverableTransitions[move].to
    return [
      change(deal, {
        work: {
          ...work,
          waiting: work.waiting - 1,
          approved: work.approved || to === 'approved',
          revisionOpen: work.revisionOpen || to === 'rejected',
        },
      }),
    ]
  }

const opened = (deal: Deal, respondents: readonly ('seller' | 'creator')[]): Deal[] =>
  mayMoveMoney(deal) && deal.facts.money?.decided === false
    ? respondents.map((respondent) =>
        pay(change(deal, { dispute: { status: 'awaiting_answer', respondent } }), {
          inDispute: true,
        }),
      )
    : []

const first = (charging: boolean): DealMoney => ({
  status: 'pending',
  charging,
  moving: null,
  decided: false,
  cameBack: null,
  bank: null,
  inDispute: false,
  turnedAway: null,
})
const AGAIN = { moving: null, decided: false } as const

/**
 * Every recorded move, by the transition tables and by what the server requires besides them. The tables give each
 * status; a move that is added to the contract does not compile until it is listed here.
 */
const MOVES: { [E in (typeof ENTITIES)[number]]: Record<EventMove<E>, Move> } = {
  package_order: {
    place: (deal) => (deal.facts.project === 'draft' ? [change(deal, { ordered: true })] : []),
    accept: (deal) =>
      waits(deal)
        ? [
            {
              ...change(deal, { project: 'in_progress', applied: true, accepted: true }),
              application: 'accepted',
            },
          ]
        : [],
    decline: (deal) => (waits(deal) ? moveProject(deal, 'cancel') : []),
    cancel: follows,
    lapse: (deal) => (waits(deal) ? moveProject(deal, 'cancel') : []),
    unfunded: (deal) =>
      deal.facts.ordered && (deal.facts.money?.status ?? 'failed') === 'failed'
        ? deal.facts.project === 'in_progress'
          ? moveProject(deal, 'cancel')
          : []
        : [],
  },
  project: {
    create: follows,
    publish: (deal) => (deal.facts.ordered ? [] : moveProject(deal, 'publish')),
    start: follows,
    // For projects that split off deals and are not deals themselves.
    close: follows,
    lapse: follows,
    complete: follows,
    cancel: (deal) => {
      const status = deal.facts.money?.status
      const hasMoved = status === 'held_in_escrow' || status === 'released'
      return hasMoved ? [] : moveProject(deal, 'cancel')
    },
  },
  application: {
    submit: (deal) =>
      deal.facts.project === 'active' && deal.application === 'none'
        ? [{ ...change(deal, { applied: true, choosable: true }), application: 'pending' }]
        : [],
    accept: (deal) =>
      moveApplication(deal, 'accept').flatMap((one) =>
        moveProject(change(one, { accepted: true }), 'start'),
      ),
    reject: (deal) => moveApplication(deal, 'reject'),
    fill: (deal) => (deal.facts.project === 'cancelled' ? moveApplication(deal, 'fill') : []),
  },
  deliverable: {
    submit: (deal) => {
      const { project, work, money } = deal.facts
      if (project !== 'in_progress' || money?.status === 'refunded') return []
      if (work.versions === VERSIONS) return []
      const more = { versions: work.versions + 1, waiting: 1, revisionOpen: false }
      return [change(deal, { work: { ...work, ...more } })]
    },
    supersede: follows,
    approve: review('approve'),
    request_revision: review('request_revision'),
    escalate: (deal) => (deal.facts.work.waiting > 0 ? opened(deal, ['seller']) : []),
  },
  payment: {
    create: (deal) =>
      deal.facts.project === 'in_progress' && deal.facts.money === null
        ? [true, false].map((charging) => change(deal, { money: first(charging) }))
        : [],
    retry: (deal) =>
      deal.facts.project === 'in_progress'
        ? [true, false].flatMap((charging) =>
            movePayment(deal, 'retry', { charging, turnedAway: null }),
          )
        : [],
    hold: (deal) =>
      deal.facts.project === 'in_progress'
        ? movePayment(deal, 'hold', { charging: false, turnedAway: null })
        : [],
    fail: (deal) => movePayment(deal, 'fail', { charging: false }),
    order_release: order('release', ({ facts }) => facts.project !== 'cancelled'),
    release: (deal) =>
      isMoving(deal, 'release')
        ? movePayment(deal, 'release', { moving: null, cameBack: null }).map(
            (one) => moveProject(one, 'complete')[0] ?? one,
          )
        : [],
    release_failed: stop('release'),
    release_stopped: stop('release'),
    transfer_came_back: (deal) =>
      movePayment(deal, 'transfer_came_back', { ...AGAIN, cameBack: 'transfer' }),
    transfer_part_came_back: stays,
    order_refund: order('refund', () => true),
    refund: (deal) =>
      isMoving(deal, 'refund') ? movePayment(deal, 'refund', { moving: null, cameBack: null }) : [],
    refund_failed: stop('refund'),
    refund_stopped: stop('refund'),
    refund_came_back: (deal) =>
      deal.facts.money?.bank === 'lost'
        ? []
        : movePayment(deal, 'refund_came_back', { ...AGAIN, cameBack: 'refund' }),
    decide: follows,
    order_part_refund: order('part_refund', ({ facts }) => facts.money?.decided === true),
    part_refund: stop('part_refund'),
    part_refund_failed: stop('part_refund'),
    part_refund_stopped: stop('part_refund'),
    part_refund_came_back: stays,
    order_agreed_refund: order(
      'agreed_refund',
      ({ facts }) =>
        facts.project === 'in_progress' &&
        facts.money?.decided === false &&
        facts.money.cameBack === null,
    ),
    agreed_refund: stop('agreed_refund'),
    agreed_refund_failed: stop('agreed_refund'),
    agreed_refund_stopped: stop('agreed_refund'),
    return_cancelled: (deal) =>
      deal.facts.project === 'cancelled' &&
      ['pending', 'failed'].includes(deal.facts.money?.status ?? '')
        ? [pay(deal, { status: 'failed', charging: false, turnedAway: 'cancelled' })]
        : [],
    return_second: stays,
    return_late_extra: stays,
    return_refunded: (deal) =>
      movePayment(deal, 'fail', { charging: false, turnedAway: 'refunded' }),
    owe_return: stays,
    pay_outside: stays,
    dispute: (deal) => {
      const { money } = deal.facts
      const stands = money?.status === 'held_in_escrow' || money?.status === 'released'
      return stands && money.bank !== 'open' && money.bank !== 'lost'
        ? [pay(deal, { bank: 'open' })]
        : []
    },
    dispute_won: (deal) => (deal.facts.money?.bank === 'open' ? [pay(deal, { bank: 'won' })] : []),
    dispute_lost: (deal) => {
      if (deal.facts.money?.bank !== 'open' || deal.facts.money.moving !== null) return []
      const lost = pay(deal, { bank: 'lost' })
      // All of it, which ends the payment and its dispute; or a part, and the rest stays frozen.
      const all = movePayment(lost, 'charge_back', { cameBack: null })
      return [
        lost,
        ...all.flatMap((one) => (one.facts.dispute ? moveDispute(one, 'close') : [one])),
      ]
    },
  },
  deal_dispute: {
    open: (deal) => opened(deal, DISPUTE_SIDES),
    answer: (deal) => moveDispute(deal, 'answer'),
    add_statement: stays,
    fall_due: (deal) => moveDispute(deal, 'fall_due'),
    withdraw: (deal) => moveDispute(deal, 'withdraw'),
    decide: (deal) =>
      deal.facts.money !== null && deal.facts.money.bank !== 'open'
        ? moveDispute(deal, 'decide').map((one) => pay(one, { decided: true, cameBack: null }))
        : [],
    close: follows,
  },
}

/**
 * Projects that want several creators are not deals and are listed separately: hiring, with and without an application
 * to answer, then ended.
 */
const LISTINGS: readonly DealFacts[] = [
  { ...FRESH.facts, project: 'active' as const, applied: true, choosable: true },
  { ...FRESH.facts, project: 'active' as const, applied: true },
  { ...FRESH.facts, project: 'in_progress' as const, applied: true },
  { ...FRESH.facts, project: 'completed' as const, applied: true },
  { ...FRESH.facts, project: 'cancelled' as const, applied: true },
].map((facts) => ({ ...facts, hiring: { wanted: 8, hired: 8 } }))

/**
 * Every set of facts that a deal can reach from a draft, shortest path first, and the moves that were made on the way.
 */
export function reachableDeals(): { facts: DealFacts[]; made: ReadonlySet<string> } {
  const seen = new Map<string, Deal>([[JSON.stringify(FRESH), FRESH]])
  const made = new Set<string>()
  // A map iteration includes entries that are added while it runs.
  for (const deal of seen.values()) {
    for (const entity of ENTITIES) {
      const moves: Record<string, Move> = MOVES[entity]
      for (const name of EVENT_MOVES[entity]) {
        for (const next of moves[name]?.(deal) ?? []) {
          made.add(`${entity}.${name}`)
          const key = JSON.stringify(next)
          if (!seen.has(key)) seen.set(key, next)
        }
      }
    }
  }
  const facts = new Map([...seen.values()].map((deal) => [JSON.stringify(deal.facts), deal.facts]))
  return { facts: [...facts.values(), ...LISTINGS], made }
}
