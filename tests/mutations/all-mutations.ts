import { FEES } from './fees.ts'
import { MONEY } from './money.ts'
import type { Mutation } from './mutation.ts'

/** Every mutation that `npm run mutate` tries. */
export const MUTATIONS: readonly Mutation[] = [...MONEY, ...FEES]
