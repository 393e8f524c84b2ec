import type Stripe from 'stripe'
import { CURRENCY } from '#contract/money.ts'
import { idOf } from './checkout.ts'
import { called, failureOf } from './failures.ts'
import { type PaymentProvider, PaymentProviderError } from './payment-provider.ts'
import type { TransferState } from './provider-objects.ts'

type Payouts = Pick<
  PaymentProvider,
  | 'createPayoutAccount'
  | 'createOnboardingLink'
  | 'payoutAccountReady'
  | 'transfer'
  | 'findTransfer'
>

/** Stripe asks for the account's country when it is opened; the platform pays out in the US. */
const ACCOUNT_COUNTRY = 'us'

/** Creators' accounts and the money sent to them. */
export function payoutCalls(stripe: Stripe): Payouts {
  return {
    async createPayoutAccount({ userId, email, name, idempotencyKey }) {
      const account = await called(
        stripe.v2.core.accounts.create(
          {
            contact_email: email,
            display_name: name,
            dashboard: 'express',
            identity: { country: ACCOUNT_COUNTRY },
            configuration: {
              recipient: {
                capabilities: { stripe_balance: { stripe_transfers: { requested: true } } },
              },
            },
            defaults: {
              currency: CURRENCY,
              responsibilities: { fees_collector: 'application', losses_collector: 'application' },
            },
            metadata: { user_id: userId },
          },
          idempotencyKey === undefined ? {} : { idempotencyKey },
        ),
      )
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

    async payoutAccountReady(accountId) {
      const account = await called(
        stripe.v2.core.accounts.retrieve(accountId, { include: ['configuration.recipient'] }),
      )
      const capabilities = account.configuration?.recipient?.capabilities
      return capabilities?.stripe_balance?.stripe_transfers?.status === 'active'
    },

    async transfer(input) {
      try {
        const transfer = await stripe.transfers.create(
          {
            amount: input.amountCents,
            currency: CURRENCY,
            destination: input.destination,
            source_transaction: input.sourceCharge,
            transfer_group: input.transferGroup,
            metadata: { payment_id: input.paymentId },
          },
          { idempotencyKey: input.idempotencyKey },
        )
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

/** A transfer as we speak of it. */
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
