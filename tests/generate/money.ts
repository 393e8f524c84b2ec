import { amendmentTransitions } from '#contract/amendments.ts'
import type { FeeTerms } from '#contract/money.ts'
import {
  type Entries,
  holdEntries,
  releaseEntries,
  transferEntries,
} from '#server/payments/ledger/ledger.ts'
import { everyDeal, everyProject } from './deals.ts'
import { idOf } from './draw.ts'
import { amendmentTable, changeOf } from './amendments.ts'
import { type GeneratedPayment, paymentsOf } from './extras.ts'
import type { GeneratedDeal, GeneratedProject, Market } from './market.ts'
import { type Cell, type GeneratedTable, line, moment } from './table.ts'

/** The end of the ids of a database's own rows; generated ids follow. */
export interface LastNumbers {
  movement: number
  entry: number
  op: number
  event: number
}

/** A booking: the movement and what it moved. */
interface Booking {
  kind: 'hold' | 'release' | 'transfer'
  reference: string
  entries: Entries
  at: number
}

const chargeOf = (tag: string) => `ch_generated${tag}`
const transferOf = (tag: string) => `tr_generated${tag}`

/** Payments of the funded deals, the calls that moved them, their balanced ledger, and every event. */
export function moneyTables(market: Market, last: LastNumbers, agreed: FeeTerms): GeneratedTable[] {
  function* funded(): Generator<[GeneratedProject, GeneratedDeal, GeneratedPayment]> {
    for (const [project, deal] of everyDeal(market))
      for (const payment of paymentsOf(project, deal, agreed)) yield [project, deal, payment]
  }
  function* booked(): Generator<[string, Booking]> {
    for (const [, deal, payment] of funded())
      for (const booking of bookings(deal, payment)) yield [payment.id, booking]
  }
  return [
    amendmentTable(market),
    {
      name: 'payments',
      columns: [
        'id',
        'project_id',
        'application_id',
        'seller_id',
        'creator_id',
        'status',
        'amount',
        'fee_bps',
        'minimum_fee',
        'payment_method',
        'checkout_session_id',
        'stripe_payment_intent_id',
        'stripe_charge_id',
        'stripe_transfer_id',
        'funded_at',
        'released_at',
        'created_at',
        'purpose',
        'amendment_id',
      ],
      *lines() {
        for (const [project, deal, { id, tag, cents, terms, fundedAt, amendmentId }] of funded()) {
          const paid = deal.approvedAt !== null
          yield line(
            id,
            project.id,
            idOf('application', deal.application.n),
            project.sellerId,
            deal.creatorId,
            paid ? 'released' : 'held_in_escrow',
            cents,
            10_000 - terms.creator_bps,
            terms.minimum_fee_cents,
            'Visa •••• 4242',
            `cs_generated${tag}`,
            `pi_generated${tag}`,
            chargeOf(tag),
            paid ? transferOf(tag) : null,
            moment(fundedAt),
            moment(deal.approvedAt),
            moment(deal.acceptedAt),
            amendmentId === null ? 'deal' : 'extra',
            amendmentId,
          )
        }
      },
    },
    {
      name: 'money_ops',
      columns: [
        'id',
        'payment_id',
        'kind',
        'attempt',
        'idempotency_key',
        'params_hash',
        'state',
        'provider_id',
        'created_at',
        'settled_at',
      ],
      *lines() {
        let id = last.op
        for (const [, { approvedAt }, { id: payment, tag }] of funded()) {
          if (approvedAt === null) continue
          const at = moment(approvedAt)
          const key = `release:${payment}:1:generated`
          yield line(
            ++id,
            payment,
            'release',
            1,
            key,
            'generated',
            'succeeded',
            transferOf(tag),
            at,
            at,
          )
        }
      },
    },
    {
      name: 'ledger_movements',
      columns: ['id', 'payment_id', 'kind', 'reference', 'created_at'],
      *lines() {
        let id = last.movement
        for (const [payment, { kind, reference, at }] of booked()) {
          yield line(++id, payment, kind, reference, moment(at))
        }
      },
    },
    {
      name: 'ledger_entries',
      columns: ['id', 'movement_id', 'payment_id', 'account', 'amount', 'created_at'],
      *lines() {
        let id = last.entry
        let movement = last.movement
        for (const [payment, { entries, at }] of booked()) {
          movement++
          for (const [account, cents] of Object.entries(entries)) {
            yield line(++id, movement, payment, account, cents, moment(at))
          }
        }
      },
    },
    {
      name: 'events',
      columns: [
        'id',
        'entity',
        'entity_id',
        'project_id',
        'actor_id',
        'move',
        'from_status',
        'to_status',
        'at',
      ],
      *lines() {
        let id = last.event
        for (const project of everyProject(market)) {
          for (const event of eventsOf(project)) yield line(++id, ...event)
        }
      },
    },
  ]
}

const HALF_AN_HOUR = 30 * 60_000

function bookings(
  deal: GeneratedDeal,
  { tag, cents, terms, fundedAt }: GeneratedPayment,
): Booking[] {
  const hold: Booking = {
    kind: 'hold',
    reference: chargeOf(tag),
    entries: holdEntries(cents),
    at: fundedAt,
  }
  if (deal.approvedAt === null) return [hold]
  const out = { reference: transferOf(tag), at: deal.approvedAt }
  return [
    hold,
    { ...out, kind: 'release', entries: releaseEntries(cents, terms) },
    { ...out, kind: 'transfer', entries: transferEntries(cents, terms) },
  ]
}

function eventsOf(project: GeneratedProject): Cell[][] {
  const { id, n, sellerId, createdAt, deal } = project
  const event = (
    entity: string,
    of: string,
    by: string | null,
    move: string,
    from: string | null,
    to: string,
    at: number,
  ) => [entity, of, id, by, move, from, to, moment(at)]
  const events: Cell[][] = [
    event(
      'project',
      id,
      sellerId,
      'create',
      null,
      project.status === 'draft' ? 'draft' : 'active',
      createdAt,
    ),
  ]
  if (project.status === 'cancelled') {
    events.push(
      event('project', id, sellerId, 'cancel', 'active', 'cancelled', createdAt + 3_600_000),
    )
  }
  if (deal === null) return events
  const application = idOf('application', deal.application.n)
  events.push(
    event(
      'application',
      application,
      deal.creatorId,
      'submit',
      null,
      'pending',
      deal.application.at,
    ),
    event('application', application, sellerId, 'accept', 'pending', 'accepted', deal.acceptedAt),
    event('project', id, null, 'start', 'active', 'in_progress', deal.acceptedAt),
  )
  const change = changeOf(project, deal)
  if (change !== null) {
    const { move, at } = change
    const amendment = idOf('amendment', n)
    events.push(
      event('amendment', amendment, deal.creatorId, 'propose', null, 'proposed', at),
      event('amendment', amendment, sellerId, move, 'proposed', amendmentTransitions[move].to, at),
    )
  }
  const payments = [
    ...(deal.fundedAt === null ? [] : [idOf('payment', n)]),
    ...(deal.extraCents === 0 ? [] : [idOf('extra', n)]),
  ]
  for (const [place, payment] of payments.entries()) {
    const at = deal.fundedAt ?? deal.acceptedAt
    const amendment = idOf('amendment', n)
    if (place > 0)
      events.push(
        event('amendment', amendment, deal.creatorId, 'propose', null, 'proposed', at),
        event('amendment', amendment, sellerId, 'agree', 'proposed', 'unpaid', at),
      )
    events.push(event('payment', payment, null, 'hold', 'pending', 'held_in_escrow', at))
    if (place > 0) events.push(event('amendment', amendment, null, 'pay', 'unpaid', 'accepted', at))
  }
  if (deal.deliveredAt !== null) {
    const submit = (version: number, at: number) => {
      const delivery = idOf('deliverable', n * 2 + version)
      return event('deliverable', delivery, deal.creatorId, 'submit', null, 'pending', at)
    }
    const at = deal.deliveredAt
    if (deal.revised) {
      const first = idOf('deliverable', n * 2)
      const asked = at + HALF_AN_HOUR
      events.push(
        submit(0, at),
        event('deliverable', first, sellerId, 'request_revision', 'pending', 'rejected', asked),
      )
    }
    // As in deals.ts: the second version comes an hour after the first.
    events.push(submit(1, deal.revised ? at + 2 * HALF_AN_HOUR : at))
  }
  if (deal.approvedAt !== null) {
    const held = 'held_in_escrow'
    events.push(
      event(
        'deliverable',
        idOf('deliverable', n * 2 + 1),
        sellerId,
        'approve',
        'pending',
        'approved',
        deal.approvedAt,
      ),
    )
    for (const payment of payments)
      events.push(
        event('payment', payment, sellerId, 'order_release', held, held, deal.approvedAt),
        event('payment', payment, null, 'release', held, 'released', deal.approvedAt),
      )
    events.push(event('project', id, null, 'complete', 'in_progress', 'completed', deal.approvedAt))
  }
  return events
}
