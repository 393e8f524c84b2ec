import type { SandboxState } from './state.ts'

/**
 * The context of every object of the sandbox. Objects change `state` synchronously, so two calls cannot see each other
 * half done; the caller commits before answering.
 */
export interface Sandbox {
  readonly state: SandboxState
  /** The sandbox's clock: real time plus the advanced offset. */
  now(): Date
  /** The same, in whole seconds since 1970, as v1 objects carry it. */
  seconds(): number
  /** Where browsers reach the sandbox's pages, without a trailing slash. */
  publicUrl(): string
  /** The call being answered, named in the events it causes; null for a person's action on a page. */
  cause: { id: string; idempotency_key: string | null } | null
  /** The connected account the call being answered acts in (`Stripe-Account`), or null for the platform. */
  account: string | null
  /** The switch that modifies the call being answered, or null. */
  bent: string | null
  /** Resolves once every change so far is in the state file; deliveries that became due are then sent. */
  commit(): Promise<void>
}
