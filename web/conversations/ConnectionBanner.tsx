import { CloudOff } from 'lucide-react'
import { useConnectionLost } from '#web/connection/use-connection-lost.ts'
import { useConnectionState } from '#web/realtime/connection-state.ts'
import styles from './ConnectionBanner.module.css'

const OFFLINE = 'You are offline. What you write is sent when you are back.'
const UNREACHED = 'Connecting again. What you write is sent when we are back.'
const CONNECTING = 'Connecting again. Until then new messages arrive every few seconds.'

/** A browser that has a network but no server is not offline: the server or something on the way is down. */
const lostText = () => (navigator.onLine ? UNREACHED : OFFLINE)

/** Says what happens instead while nothing arrives live. Renders nothing while all is well. */
export function ConnectionBanner({ className }: { className?: string }) {
  const isDown = useConnectionState() === 'down'
  const isLost = useConnectionLost()
  const text = isLost ? lostText() : isDown ? CONNECTING : null
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
