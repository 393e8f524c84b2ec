import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import styles from './Bell.module.css'
import { useUnread } from './use-notifications.ts'
import { useSeen } from './use-seen.ts'

const Panel = lazyComponent(async () => (await import('./NotificationPanel.tsx')).NotificationPanel)

/** From this width on there is room for a panel; on narrower screens the bell links to the page. */
const WIDE = '(min-width: 900px)'

/** The header's bell with its count. It opens a panel, or links to the page. */
export function Bell() {
  const unread = useUnread()
  useSeen()
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const bell = useRef<HTMLAnchorElement>(null)
  const { pathname } = useLocation()
  const [shownAt, setShownAt] = useState(pathname)
  if (shownAt !== pathname) {
    setShownAt(pathname)
    setOpen(false)
  }

  useEffect(() => {
    if (!open) return
    const onPress = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      bell.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  function onClick(event: MouseEvent) {
    const newTab = event.metaKey || event.ctrlKey || event.shiftKey
    if (newTab || !window.matchMedia(WIDE).matches || pathname === paths.notifications) return
    event.preventDefault()
    setOpen((was) => !was)
  }

  return (
    <div ref={place} className={styles.place}>
      <Link
        ref={bell}
        to={paths.notifications}
        className={buttonClass({ variant: 'quiet', iconOnly: true }, styles.bell)}
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        aria-expanded={open}
        aria-current={pathname === paths.notifications ? 'page' : undefined}
        onClick={onClick}
        onPointerEnter={Panel.preload}
        onFocus={Panel.preload}
      >
        <BellIcon size={20} aria-hidden="true" />
        {unread > 0 ? (
          <span className={styles.count} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </Link>
      <span className="sr" role="status">
        {unread > 0 ? `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}` : ''}
      </span>
      {open ? <Panel onDone={() => setOpen(false)} /> : null}
    </div>
  )
}
