import type { SandboxState } from './state.ts'

/** One API call as it came in, for tests and the dashboard. Secrets never get this far. */
export interface RequestEntry {
  id: string
  at: string
  method: string
  path: string
  idempotency_key: string | null
  params: unknown
  status: number | null
  replayed: boolean
  /** The switch that struck it. */
  fault: string | null
}

/** How many calls are remembered. */
const KEPT_REQUESTS = 500

/** Remembers a call; the oldest is forgotten past the limit. Its status is filled in when it is answered. */
export function logRequest(state: SandboxState, entry: RequestEntry): RequestEntry {
  state.requests.push(entry)
  if (state.requests.length > KEPT_REQUESTS)
    state.requests.splice(0, state.requests.length - KEPT_REQUESTS)
  return entry
}
