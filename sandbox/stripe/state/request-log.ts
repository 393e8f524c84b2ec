import type { SandboxState } from './state.ts'
import type { RequestEntry } from './stored.ts'

/** How many calls are remembered. */
const KEPT_REQUESTS = 500

/** Remembers a call, evicting the oldest beyond the limit. Its status is filled in when it is answered. */
export function logRequest(state: SandboxState, entry: RequestEntry): RequestEntry {
  state.requests.push(entry)
  if (state.requests.length > KEPT_REQUESTS)
    state.requests.splice(0, state.requests.length - KEPT_REQUESTS)
  return entry
}
