import type { WORKER_POLICIES } from '#contract/trusted-types.ts'
import { trustedAddress } from './trusted-address.ts'

/**
 * Returns a function that starts one worker of the build (`trustedAddress`). The caller has to terminate the worker.
 */
export function ownWorker(kind: keyof typeof WORKER_POLICIES, address: string): () => Worker {
  const trusted = trustedAddress(kind, address)
  return () => new Worker(trusted(), { type: 'module' })
}
