/**
 * The possible fates of one call to the provider. `*_before`: nothing happened there; `*_after`: it happened, and the
 * response was stored under its key. A held call is answered later, or never when the process dies.
 */
export const FAULTS = [
  'error_before',
  'error_after',
  'timeout_before',
  'timeout_after',
  'reset_after',
  'locked',
  'rate_limited',
  'fail_next_transfer',
  'held_before',
  'held_after',
] as const
export type Fault = 'ok' | (typeof FAULTS)[number]

/** The sandbox's own faults for one call, by switch name. */
export const SWITCHED: ReadonlySet<string> = new Set([
  'error_before',
  'error_after',
  'locked',
  'rate_limited',
  'fail_next_transfer',
])
