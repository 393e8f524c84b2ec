-- A part of the creator's share that the provider took back, and what was paid out by hand, outside of the provider.
alter table ledger_movements drop constraint ledger_movements_kind_check,
  add constraint ledger_movements_kind_check check (kind in ('hold', 'release', 'transfer', 'part_reversal', 'refund',
    'part_refund', 'duplicate', 'chargeback', 'provider_fee', 'paid_outside'));
alter table ledger_entries drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (account in ('provider_clearing', 'escrow', 'creator_payable',
    'platform_fee', 'provider_fees', 'refunds', 'chargebacks', 'paid_outside'));
