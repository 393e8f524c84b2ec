import { WORKER_POLICIES } from '#contract/trusted-types.ts'

/** The part of the browser's Trusted Types that we use; TypeScript does not know them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (given: string) => string },
  ): { createScriptURL: (given: string) => URL }
}

/** Not in every browser: where they are missing, an address is a text. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/**
 * Makes what starts one worker of the build. Its policy answers that worker's address, whatever it is given. Call it
 * once per page and kind: a browser refuses a second policy of the same name. The caller has to terminate the worker.
 */
export function ownWorker(kind: keyof typeof WORKER_POLICIES, address: string): () => Worker {
  const policy = trustedTypes?.createPolicy(WORKER_POLICIES[kind], {
    createScriptURL: () => address,
  })
  return () => new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' })
}
