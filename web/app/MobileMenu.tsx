import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useAuth } from '#web/api/session.tsx'
import { useSection } from '#web/page/belongs-to.ts'
import { paths } from '#contract/paths.ts'
import { afterPaint } from '#web/ui/after-paint.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Count } from '#web/ui/Count.tsx'
import { cx } from '#web/ui/cx.ts'
import styles from './Header.module.css'
import { isCurrent, navigationLinks } from './navigation.ts'
import { useNavigationCounts } from './use-navigation-counts.ts'
import { useSignOut } from '#web/auth/use-sign-out.ts'

/** The sheet under the header on narrow screens. Focus cycles between it and its button; Escape closes. */
export function MobileMenu({ onClose }: { onClose: () => void }) {
  const sheet = useRef<HTMLElement>(null)
  const { role, profile } = useAuth()
  const counts = useNavigationCounts()
  const { pathname } = useLocation()
  const section = useSection()
  const signOut = useSignOut()
  // The press gets its frame first: once the page below is no longer inert, the browser restyles all of it.
  const closeAfterPress = () => afterPaint(onClose)

  useEffect(() => {
    sheet.current?.querySelector<HTMLElement>('a, button')?.focus()
    const opener = document.querySelector<HTMLElement>('[aria-controls="mobile-menu"]')
    const showRest = hideRest()
    const wide = window.matchMedia('(min-width: 900px)')
    wide.addEventListener('change', onClose)
    document.addEventListener('keydown', steer)
    return () => {
      showRest()
      wide.removeEventListener('change', onClose)
      document.removeEventListener('keydown', steer)
    }

    function steer(event: KeyboardEvent) {
      if (event.key === 'Escape') {
        onClose()
        opener?.focus()
      }
      if (event.key !== 'Tab') return
      const ring = [opener, ...(sheet.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
      const at = ring.findIndex((stop) => stop === document.activeElement)
      event.preventDefault()
      ring.at((at + (event.shiftKey ? -1 : 1)) % ring.length)?.focus()
    }
  }, [onClose])

  return (
    <nav
      ref={sheet}
      id="mobile-menu"
      className={styles.sheet}
      aria-label="Menu"
      data-mobile-menu=""
    >
      {navigationLinks(role).map((link) => (
        <Link
          key={link.to}
          to={link.to}
          className={styles.item}
          aria-current={isCurrent(link, pathname, section) ? 'page' : undefined}
          onClick={closeAfterPress}
        >
          {link.label}
          {link.count ? <Count count={counts[link.count]} waiting /> : null}
        </Link>
      ))}
      <NavLink
        to={paths.profile}
        end
        className={cx(styles.item, styles.small, styles.apart)}
        onClick={closeAfterPress}
      >
        <span className="row gap3">
          <Avatar name={profile?.name} src={profile?.avatar_url} size={28} />
          Profile
        </span>
      </NavLink>
      {counts.operator ? (
        <NavLink
          to={paths.operator}
          className={cx(styles.item, styles.small)}
          onClick={closeAfterPress}
        >
          Console
        </NavLink>
      ) : null}
      <button
        type="button"
        className={cx(styles.item, styles.small)}
        onClick={() => {
          onClose()
          signOut()
        }}
      >
        Sign out
      </button>
    </nav>
  )
}

/**
 * Makes the page below inert, one frame after the menu is shown: the browser restyles the whole page. Returns a
 * function that undoes it.
 */
function hideRest(): () => void {
  const rest = document.querySelectorAll<HTMLElement>('#root > :is(a, main, footer)')
  let isOver = false
  const setInert = (inert: boolean) => rest.forEach((part) => (part.inert = inert))
  afterPaint(() => {
    if (!isOver) setInert(true)
  })
  return () => {
    isOver = true
    setInert(false)
  }
}
