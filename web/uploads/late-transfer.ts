import { uploadMessages } from '#contract/uploads.ts'
import { patiently } from '#web/connection/patiently.ts'
import type { Transfer, TransferRequest } from './transfer.ts'

/** A transfer as seen by its sender. */
export type LateTransfer = Pick<Transfer, 'send' | 'cancel'>

/**
 * A transfer (transfer.ts) whose code loads when it is first sent: most readers send no file, and it would otherwise be
 * part of every visit. Rejects in the same way as that transfer.
 */
export function lateTransfer(request: TransferRequest): LateTransfer {
  let loaded: Promise<Transfer> | null = null
  let cancelled = false

  async function load(): Promise<Transfer> {
    try {
      const { createTransfer } = await patiently(() => import('./transfer.ts'))
      return createTransfer(request)
    } catch {
      // The next attempt loads the code again.
      loaded = null
      throw new Error(uploadMessages.failed)
    }
  }
  return {
    async send() {
      const transfer = await (loaded ??= load())
      if (cancelled) throw new Error(uploadMessages.failed)
      return transfer.send()
    },
    cancel() {
      cancelled = true
      loaded?.then(
        (transfer) => transfer.cancel(),
        () => undefined,
      )
    },
  }
}
