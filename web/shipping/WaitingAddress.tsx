import type { ComponentProps } from 'react'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { shipmentCardWords as say } from './shipment-card-words.ts'

interface Props {
  query: ComponentProps<typeof FailedNotice>['query'] & { isError: boolean }
  onClose: () => void
}

/** Shown until the address given before has been read: that it is loading, or that it failed, with a retry. */
export const WaitingAddress = ({ query, onClose }: Props) => (
  <Dialog open onClose={onClose} title={say.addressTitle}>
    {query.isError ? <FailedNotice query={query} failed={() => say.addressFailed} /> : <Loading />}
  </Dialog>
)
