import type { MoneyCheck } from './money-check.ts'

/**
 * The provider: its operations, events, differences, cards and disputes, and anything that has waited for it too long.
 */
export const PROVIDER_CHECKS: readonly MoneyCheck[] = [
  {
    name: 'moved_money_was_intended',
    of: 'M4 M11',
    promise:
      'Every release and refund has its succeeded operation, and none moved under an unsettled one.',
    query: `select payments.id from payments where payments.status in ('released', 'refunded')
      and not (payments.status = 'refunded' and payments.stripe_refund_id is null
        and payments.dispute_outcome is not distinct from 'lost') and 1 <>
      (select count(*) from money_ops where payment_id = payments.id and state = 'succeeded'
        and kind = case payments.status when 'released' then 'release' else 'refund' end)`,
  },
  {
    name: 'claims_have_operations',
    of: 'M11',
    promise: 'Money that is on its way out has the one intended operation that moves it.',
    query: `select payments.id from payments where moving is not null and 1 <>
      (select count(*) from money_ops where payment_id = payments.id and kind = payments.moving
        and state = 'intended' and attempt = payments.attempt)`,
  },
  {
    name: 'every_difference_is_seen_to',
    of: 'M7 M9',
    promise: 'No difference from the provider has stayed open for more than two hours.',
    query: `select id, kind, payment_id, provider_id, detail from money_differences
      where resolved_at is null and found_at < now() - interval '2 hours'`,
  },
  {
    name: 'events_are_applied',
    of: 'M8 M9',
    promise: 'Every event that was accepted was applied within two hours.',
    query: `select event_id, type from webhook_events
      where applied_at is null and received_at < now() - interval '2 hours'`,
  },
  {
    name: 'one_default_card',
    of: 'M15',
    promise: 'A customer with cards has exactly one default.',
    query: `select stripe_customer_id from customer_payment_methods group by stripe_customer_id
      having count(*) filter (where is_default) <> 1`,
  },
  {
    name: 'disputes_are_booked',
    of: 'M16',
    promise:
      'Taken and given back are balanced: a dispute won leaves nothing, one lost leaves a loss only where the money was released.',
    query: `select payments.id, payments.dispute_outcome from payments
      left join ledger_entries on ledger_entries.payment_id = payments.id and account = 'chargebacks'
      where payments.dispute_outcome is distinct from 'open' group by payments.id
      having coalesce(sum(ledger_entries.amount), 0) <> 0
        and not (payments.dispute_outcome = 'lost' and payments.status in ('released', 'held_in_escrow'))
        and max(ledger_entries.created_at) < now() - interval '2 hours'`,
  },
  {
    name: 'outcomes_are_known',
    of: 'M18',
    // 23 hours until a call may no longer be retried, plus three for the hourly pass to adopt what exists.
    promise:
      'No operation is without an outcome for more than 26 hours unless a difference says so.',
    query: `select idempotency_key from money_ops where state = 'intended'
      and created_at < (select now from clock) - interval '26 hours'
      and not exists (select from payments where id = payment_id and release_after is not null)
      and not exists (select 1 from money_differences where kind = 'outcome_unknown'
        and provider_id = money_ops.idempotency_key and resolved_at is null)`,
  },
  {
    name: 'waiting_releases_are_unsent',
    of: 'M20',
    promise: 'A release that waits for a changed payout account was not sent.',
    query: `select payments.id from payments join money_ops on money_ops.payment_id = payments.id
        and money_ops.kind = 'release' and money_ops.attempt = payments.attempt
      where release_after is not null and (sent_at is not null or state <> 'intended')`,
  },
  {
    name: 'nothing_is_held_too_long',
    of: 'M18',
    promise: 'No money is held for more than 75 days: somebody asks both sides before it gets old.',
    query: `select id, funded_at from payments
      where status = 'held_in_escrow' and funded_at < (select now from clock) - interval '75 days'`,
  },
]
