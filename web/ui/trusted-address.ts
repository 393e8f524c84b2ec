import { WORKER_POLICIES } from '#contract/trusted-types.ts'

/** The part of the browser's Trusted Types that we use; TypeScript has no types for it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (given: string) => string },
  ): { createScriptURL: (given: string) => URL }
}

/** Not supported by every browser: without it, an address is plain text. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/**
 * Makes the address of one worker in the form the browser accepts. Its policy returns that address, whatever its input.
 * Call it once per page and kind: a browser refuses a second policy of the same name.
 */
export function trustedAddress(
  kind: keyof typeof WORKER_POLICIES,
  address: string,
): () => string | URL {
  const policy = trustedTypes?.createPolicy(WORKER_POLICIES[kind], {
    createScriptURL: () => address,
  })
  return () => policy?.createScriptURL(address) ?? address
}
