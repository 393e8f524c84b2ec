import type { SandboxState } from './state.ts'
import type { RequestEntry } from './stored.ts'

/** The number of calls that are remembered. */
const KEPT_REQUESTS = 500

/** Remembers a call, evicting the oldest beyond the limit. Its status is filled in with its response. */
export function logRequest(state: SandboxState, entry: RequestEntry): RequestEntry {
  state.requests.push(entry)
  if (state.requests.length > KEPT_REQUESTS)
    state.requests.splice(0, state.requests.length - KEPT_REQUESTS)
  return entry
}
