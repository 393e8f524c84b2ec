import type Stripe from 'stripe'
import { z } from 'zod'
import { enterAccountMovement } from './account-balance.ts'
import { canReceiveTransfers } from './accounts.ts'
import { apiRoute } from './api-route.ts'
import { enterBalance, platformBalance } from './balance.ts'
import { bareCharge, charge } from './charges.ts'
import { emit } from './events.ts'
import { cannot, noSuch } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { listPage } from './lists.ts'
import { expand, metadata, pageByTime, paramsOf, text, wholeNumber } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

const create = apiRoute(
  'POST /v1/transfers',
  paramsOf<Stripe.TransferCreateParams>()({
    amount: wholeNumber.pipe(z.number().min(1)),
    currency: z.literal('usd'),
    destination: text,
    description: text.optional(),
    metadata: metadata.optional(),
    source_transaction: text.optional(),
    transfer_group: text.optional(),
    expand,
  }),
  (sandbox, { params }) => {
    const destination = sandbox.state.accounts[params.destination]
    if (destination === undefined) throw noSuch('destination', params.destination, 'destination')
    if (!canReceiveTransfers(destination)) {
      throw cannot(
        'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
        { code: 'insufficient_capabilities_for_transfer' },
      )
    }
    let group = params.transfer_group ?? null
    if (params.source_transaction === undefined) {
      if (platformBalance(sandbox).available < params.amount) {
        throw cannot('You have insufficient available funds in your Stripe account.', {
          code: 'balance_insufficient',
        })
      }
    } else {
      group = checkSource(sandbox, params.source_transaction, params.amount, group)
    }
    const id = newId('tr')
    const created: Stripe.Transfer = {
      id,
      object: 'transfer',
      amount: params.amount,
      amount_reversed: 0,
      balance_transaction: null,
      created: sandbox.seconds(),
      currency: 'usd',
      description: params.description ?? null,
      destination: params.destination,
      destination_payment: undefined,
      livemode: false,
      metadata: params.metadata ?? {},
      reversals: {
        object: 'list',
        data: [],
        has_more: false,
        url: `/v1/transfers/${id}/reversals`,
      },
      reversed: false,
      source_transaction: params.source_transaction ?? null,
      source_type: 'card',
      transfer_group: group,
    }
    sandbox.state.transfers[id] = created
    const left = enterBalance(sandbox, {
      type: 'transfer',
      amount: -created.amount,
      source: id,
      description: created.description ?? 'Transfer',
      outOf: sourceMovement(sandbox, params.source_transaction),
    })
    created.balance_transaction = left.id
    created.destination_payment = arrive(sandbox, created, left.available_on)
    emit(sandbox, 'transfer.created', created)
    return created
  },
)

/** The transfer's counterpart in the destination account: a payment there, available when the money is. */
function arrive(sandbox: Sandbox, transfer: Stripe.Transfer, availableOn: number): string {
  const account = typeof transfer.destination === 'string' ? transfer.destination : ''
  const id = newId('py')
  sandbox.state.destination_payments[id] = {
    ...bareCharge(sandbox, id, transfer.amount),
    amount_captured: transfer.amount,
    captured: true,
    paid: true,
    status: 'succeeded',
    source_transfer: transfer.id,
    balance_transaction: enterAccountMovement(sandbox, account, {
      type: 'payment',
      amount: transfer.amount,
      source: id,
      availableOn,
    }).id,
  }
  return id
}

/**
 * A transfer out of a charge may precede the availability of the charge's money, but never exceed the charge. Refunds
 * are not subtracted: keeping the two apart is the platform's own duty.
 */
function checkSource(
  sandbox: Sandbox,
  chargeId: string,
  amount: number,
  group: string | null,
): string | null {
  const source = charge(sandbox, chargeId, 'source_transaction')
  if (source.status !== 'succeeded') {
    throw cannot(`The charge ${source.id} cannot be used as a source: it has not succeeded.`, {
      param: 'source_transaction',
    })
  }
  const sent = Object.values(sandbox.state.transfers)
    .filter((row) => row.source_transaction === chargeId)
    .reduce((sum, row) => sum + row.amount - row.amount_reversed, 0)
  if (sent + amount > source.amount) {
    throw cannot(
      `Transfers using this transaction as a source must not exceed the source amount of ${source.amount}. (There are already transfers of ${sent}.)`,
      { param: 'amount' },
    )
  }
  return group ?? source.transfer_group
}

function sourceMovement(sandbox: Sandbox, chargeId: string | undefined) {
  if (chargeId === undefined) return undefined
  const id = charge(sandbox, chargeId, 'source_transaction').balance_transaction
  return typeof id === 'string' ? sandbox.state.balance_transactions[id] : undefined
}

/**
 * Reverses a transfer, completely or by `cents`, as a platform does from its dashboard: the money is back on its
 * balance. False when less than that is left.
 */
export function reverseTransfer(sandbox: Sandbox, id: string, cents?: number): boolean {
  const transfer = sandbox.state.transfers[id]
  if (transfer === undefined || transfer.reversed) return false
  const left = transfer.amount - transfer.amount_reversed
  const taken = cents ?? left
  if (taken < 1 || taken > left) return false
  transfer.amount_reversed += taken
  transfer.reversed = transfer.amount_reversed === transfer.amount
  enterBalance(sandbox, {
    type: 'transfer_refund',
    amount: taken,
    source: id,
    description: 'Transfer reversal',
  })
  emit(sandbox, 'transfer.reversed', transfer)
  return true
}

const retrieve = apiRoute(
  'GET /v1/transfers/:id',
  paramsOf<Stripe.TransferRetrieveParams>()({ expand }),
  (sandbox, { id }) => {
    const found = sandbox.state.transfers[id]
    if (found === undefined) throw noSuch('transfer', id)
    return found
  },
)

const list = apiRoute(
  'GET /v1/transfers',
  paramsOf<Stripe.TransferListParams>()({
    ...pageByTime,
    destination: text.optional(),
    transfer_group: text.optional(),
  }),
  (sandbox, { params }) => {
    const matching = Object.values(sandbox.state.transfers)
      .filter((row) => params.destination === undefined || row.destination === params.destination)
      .filter(
        (row) =>
          params.transfer_group === undefined || row.transfer_group === params.transfer_group,
      )
    return listPage(matching, params, '/v1/transfers')
  },
)

/** Transfers: create, retrieve, list. */
export const transferRoutes = [create, retrieve, list]
