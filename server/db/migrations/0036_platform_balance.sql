-- What happens to the platform's own balance at the provider and belongs to no payment: its payouts to its bank, and
-- what the provider charges beside a payment.
alter table ledger_movements alter column payment_id drop not null;
alter table ledger_entries alter column payment_id drop not null;
alter table ledger_movements drop constraint ledger_movements_kind_check,
  add constraint ledger_movements_kind_check check (kind in ('hold', 'release', 'transfer', 'part_reversal', 'refund',
    'part_refund', 'duplicate', 'chargeback', 'provider_fee', 'paid_outside', 'platform_payout')),
  add constraint ledger_movements_of_a_payment
    check (payment_id is not null or kind in ('provider_fee', 'platform_payout'));
alter table ledger_entries drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (account in ('provider_clearing', 'escrow', 'creator_payable',
    'platform_fee', 'provider_fees', 'refunds', 'chargebacks', 'paid_outside', 'platform_bank')),
  add constraint ledger_entries_of_a_payment
    check (payment_id is not null or account in ('provider_clearing', 'provider_fees', 'platform_bank'));
