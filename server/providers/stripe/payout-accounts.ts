import type Stripe from 'stripe'
import { idOf } from './checkout.ts'
import { called, failureOf } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { PaymentProviderError } from './provider-failure.ts'
import type { TransferState } from './provider-objects.ts'
import { paramsOf } from './provider-request.ts'

type Payouts = Pick<
  PaymentProvider,
  | 'createPayoutAccount'
  | 'createOnboardingLink'
  | 'createDashboardLink'
  | 'payoutAccountState'
  | 'payoutCards'
  | 'transfer'
  | 'findTransfer'
>

/** Far above what anyone has; a longer list is cut. */
const MOST_CARDS = 100

/** Creators' accounts and the transfers sent to them. */
export function payoutCalls(stripe: Stripe): Payouts {
  return {
    async createPayoutAccount({ request, idempotencyKey }) {
      const params = paramsOf(request, 'payout_account')
      const account = await called(stripe.v2.core.accounts.create(params, { idempotencyKey }))
      return { accountId: account.id }
    },

    async createOnboardingLink({ accountId, returnUrl, refreshUrl }) {
      const link = await called(
        stripe.v2.core.accountLinks.create({
          account: accountId,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: { return_url: returnUrl, refresh_url: refreshUrl },
          },
        }),
      )
      return { url: link.url }
    },

    async createDashboardLink(accountId) {
      return { url: (await called(stripe.accounts.createLoginLink(accountId))).url }
    },

    async payoutAccountState(accountId) {
      const account = await called(
        stripe.v2.core.accounts.retrieve(accountId, { include: ['configuration.recipient'] }),
      )
      if (account.closed === true) return 'closed'
      const capability =
        account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
      if (capability?.status === 'active') return 'ready'
      const isHopeless =
        capability?.status === 'unsupported' ||
        (capability?.status_details ?? []).some(({ resolution }) => resolution === 'no_resolution')
      return isHopeless ? 'closed' : 'in_progress'
    },

    async payoutCards(accountId) {
      const cards = await called(
        stripe.accounts.listExternalAccounts(accountId, { object: 'card', limit: MOST_CARDS }),
      )
      return cards.data.flatMap((card) => (card.object === 'card' ? (card.fingerprint ?? []) : []))
    },

    async transfer({ request, idempotencyKey }) {
      try {
        const params = paramsOf(request, 'transfer')
        const transfer = await stripe.transfers.create(params, { idempotencyKey })
        return { ok: true, transferId: transfer.id }
      } catch (error) {
        return { ok: false, ...failureOf(error) }
      }
    },

    async findTransfer(transferGroup) {
      const standing: TransferState[] = []
      const transfers = stripe.transfers.list({ transfer_group: transferGroup, limit: 100 })
      await called(
        transfers.autoPagingEach((transfer) => {
          if (!transfer.reversed) standing.push(transferState(transfer))
        }),
      )
      if (standing.length > 1) {
        const ids = standing.map((transfer) => transfer.transferId).join(', ')
        throw new PaymentProviderError({
          definitive: true,
          reason: `more than one transfer stands for ${transferGroup}: ${ids}`,
          code: 'several_transfers',
        })
      }
      return standing[0] ?? null
    },
  }
}

/** A transfer in our terms. */
export function transferState(transfer: Stripe.Transfer): TransferState {
  return {
    transferId: transfer.id,
    amountCents: transfer.amount,
    destination: idOf(transfer.destination) ?? '',
    sourceCharge: idOf(transfer.source_transaction),
    transferGroup: transfer.transfer_group,
    standing: !transfer.reversed,
    reversedCents: transfer.reversed ? transfer.amount : transfer.amount_reversed,
  }
}
