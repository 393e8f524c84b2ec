import type { SandboxState } from './state.ts'

/**
 * The context of every object of the sandbox. Objects change `state` synchronously, so no call sees another half done;
 * the caller commits before responding.
 */
export interface Sandbox {
  readonly state: SandboxState
  /** The sandbox's clock: real time plus the advanced offset. */
  now(): Date
  /** The same, in whole seconds since 1970, as in v1 objects. */
  seconds(): number
  /** Where browsers reach the sandbox's pages, without a trailing slash. */
  publicUrl(): string
  /** The current call, named in the events it causes; null for a person's action on a page. */
  cause: { id: string; idempotency_key: string | null } | null
  /** The connected account that the current call acts in (`Stripe-Account`), or null for the platform. */
  account: string | null
  /** The switch that modifies the current call, or null. */
  bent: string | null
  /** Resolves once every change so far is in the state file; deliveries that became due are then sent. */
  commit(): Promise<void>
}
