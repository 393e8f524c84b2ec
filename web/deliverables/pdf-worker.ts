// oxlint-disable-next-line import/default -- the bundler makes its address of it
import address from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { WORKER_POLICY } from '#contract/trusted-types.ts'

/** The part of the browser's Trusted Types that we use; TypeScript does not know them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (given: string) => string },
  ): { createScriptURL: (given: string) => URL }
}

/** Not in every browser: where they are missing, an address is a text. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/** Answers one address, whatever it is given. */
const policy = trustedTypes?.createPolicy(WORKER_POLICY, { createScriptURL: () => address })

/** Starts a worker that reads PDFs. Whoever starts it ends it. */
export const startPdfWorker = (): Worker =>
  new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' })
