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
 * Makes the address of one worker as the browser takes it. Its policy answers that address, whatever it is given. Call it
 * once per page and kind: a browser refuses a second policy of the same name.
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
