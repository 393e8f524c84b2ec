import type { Mutation } from './mutation.ts'

/** The platform's fee: chosen when a deal is agreed, and its own from then on. */
export const FEES: readonly Mutation[] = [
  {
    rule: 'the platform keeps 15 % by default',
    source: 'SPEC §9',
    file: 'contract/fees.ts',
    find: 'DEFAULT_FEE_PERCENT = 15',
    replace: 'DEFAULT_FEE_PERCENT = 14',
    tests: ['contract/constants.test.ts'],
  },
  {
    rule: 'the fee is never more than half of the price',
    source: 'docs/decisions/0024-fee-terms-are-data.md',
    file: 'contract/money.ts',
    find: 'Math.min(minimum, Math.floor(priceCents / 2))',
    replace: 'Math.min(minimum, priceCents)',
    tests: ['contract/money.test.ts'],
  },
  {
    rule: 'the terms of a deal are not changed after its acceptance',
    source: 'docs/decisions/0024-fee-terms-are-data.md',
    file: 'server/db/migrations/0006_applications.sql',
    find: 'new.fee_terms_id is distinct from old.fee_terms_id then',
    replace: 'new.fee_terms_id is null then',
    tests: ['server/fees/fee-terms.test.ts'],
  },
  {
    rule: 'the terms of a payment are not changed',
    source: 'docs/decisions/0024-fee-terms-are-data.md',
    file: 'server/db/migrations/0009_payments.sql',
    find: "if tg_op = 'UPDATE' then",
    replace: "if tg_op = 'TRUNCATE' then",
    tests: ['server/fees/fee-terms.test.ts'],
  },
  {
    rule: 'a deal is paid once, and later purchases beside it',
    source: 'docs/decisions/0024-fee-terms-are-data.md',
    file: 'server/db/migrations/0009_payments.sql',
    find: "on payments (application_id) where purpose = 'deal'",
    replace: 'on payments (application_id)',
    tests: ['server/fees/fee-terms.test.ts'],
  },
  {
    rule: 'processes that start together add configured terms once',
    source: 'docs/decisions/0024-fee-terms-are-data.md',
    file: 'server/fees/configured-terms.ts',
    find: 'if (!sameFeeTerms(await currentFeeTerms(tx), configured)) await',
    replace: 'await',
    tests: ['server/fees/configured-terms.test.ts'],
  },
  {
    rule: 'pages state the fee terms in force, whoever added them',
    source: 'docs/decisions/0024-fee-terms-are-data.md',
    file: 'server/pages/current-site.ts',
    find: '>= TERMS_CHECK_MS',
    replace: '>= Infinity',
    tests: ['server/pages/pages.test.ts'],
    named: 'other fee terms are on every page',
  },
]
