import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { subscribeToDialogs, topDialog } from './dialog-stack.ts'
import styles from './Toaster.module.css'
import { currentToast, subscribeToToasts, toast, type ToastMessage } from './toast.ts'

/** How long a non-error message stays: long enough to read two lines. */
const STAYS_MS = 6000

const icons = { success: CircleCheck, error: CircleAlert, info: Info } as const

/** Shows the messages of `toast`. Mounted once, by the shell. */
export function Toaster() {
  const message = useSyncExternalStore(subscribeToToasts, currentToast, () => null)
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog, () => null)
  if (typeof document === 'undefined' || !message || message.place !== undefined) return null
  return createPortal(<ToastCard key={message.id} message={message} />, dialog ?? document.body)
}

function ToastCard({ message }: { message: ToastMessage }) {
  const [held, setHeld] = useState(false)
  const { id, tone } = message

  useEffect(() => {
    if (tone === 'error' || held) return
    const timer = setTimeout(() => toast.dismiss(id), STAYS_MS)
    return () => clearTimeout(timer)
  }, [id, tone, held])

  function hold(next: boolean) {
    setHeld(next)
    toast.hold(next)
  }

  const Icon = icons[tone]
  return (
    <div
      className={styles.region}
      data-toast=""
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <div className={styles.toast} role={tone === 'error' ? 'alert' : 'status'}>
        <Icon className={styles[tone]} aria-hidden="true" />
        <div className="grow">
          <div className="strong">{message.title}</div>
          {message.detail ? <div className="sm muted">{message.detail}</div> : null}
        </div>
        <button
          type="button"
          className={styles.close}
          aria-label="Close"
          onClick={() => toast.dismiss(id)}
        >
          <X aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}
