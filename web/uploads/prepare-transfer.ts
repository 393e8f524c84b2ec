import { uploadMessages } from '#contract/uploads.ts'
import { patiently } from '#web/connection/patiently.ts'
import type { Transfer, TransferRequest } from './transfer.ts'

/** Prepares an upload. The transfer code loads with the first one: on most visits of a form no file is chosen. */
export function prepareTransfer(request: TransferRequest): Transfer {
  let begun: Transfer | null = null
  let stopped = false
  function stop(how: 'pause' | 'cancel') {
    stopped = true
    begun?.[how]()
  }
  return {
    async send() {
      const { createTransfer } = await patiently(() => import('./transfer.ts'))
      if (stopped) throw new Error(uploadMessages.failed)
      begun ??= createTransfer(request)
      return begun.send()
    },
    pause: () => stop('pause'),
    cancel: () => stop('cancel'),
  }
}
