import { CloudOff } from 'lucide-react'
import { useConnectionLost } from '../connection/use-connection-lost.ts'
import { useConnectionState } from '../realtime/connection-state.ts'
import styles from './ConnectionBanner.module.css'

/** Says, while nothing arrives by itself, what happens instead. Nothing while all is well. */
export function ConnectionBanner({ className }: { className?: string }) {
  const isDown = useConnectionState() === 'down'
  const isOffline = useConnectionLost()
  const text = isOffline
    ? 'You are offline. What you write is sent when you are back.'
    : isDown
      ? 'Connecting again. Until then new messages arrive every few seconds.'
      : null
  return (
    <div className={className} role="status">
      {text ? (
        <p className={styles.banner} data-tells-connection="">
          <CloudOff size={16} aria-hidden="true" />
          {text}
        </p>
      ) : null}
    </div>
  )
}
