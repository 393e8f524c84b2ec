import { AUTH } from './auth.ts'
import { FEES } from './fees.ts'
import { MONEY } from './money.ts'
import type { Mutation } from './mutation.ts'
import { SCREENS } from './screens.ts'

/** Every mutation that `npm run mutate` tries. */
export const MUTATIONS: readonly Mutation[] = [...MONEY, ...FEES, ...AUTH, ...SCREENS]
