import { useEffect, useSyncExternalStore } from 'react'
import { Notice } from './Notice.tsx'
import { currentToast, subscribeToToasts, toast } from './toast.ts'

/** Shows the toasts of one place inside the page, beside what they are about. They disappear with the place. */
export function PlacedToast({ place }: { place: string }) {
  const message = useSyncExternalStore(subscribeToToasts, currentToast, () => null)
  useEffect(() => () => toast.dismissAt(place), [place])
  if (message?.place !== place) return null
  return (
    <Notice key={message.id} tone="danger" role="alert" title={message.title}>
      {message.detail}
    </Notice>
  )
}
