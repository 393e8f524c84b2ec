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
]
