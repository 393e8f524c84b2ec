/**
 * What can become of one call to the provider. `*_before`: nothing happened there; `*_after`: it happened,
 * and the answer was kept under its key. A held call is answered later, or never when the process dies.
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

/** The faults the sandbox itself makes of one call, by the name of its switch. */
export const SWITCHED: ReadonlySet<string> = new Set([
  'error_before',
  'error_after',
  'locked',
  'rate_limited',
  'fail_next_transfer',
])
