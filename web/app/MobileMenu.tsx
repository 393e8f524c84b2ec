import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useAuth } from '../api/session.tsx'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Count } from '../ui/Count.tsx'
import { cx } from '../ui/cx.ts'
import styles from './Header.module.css'
import { isCurrent, navigationLinks } from './navigation.ts'
import { useNavigationCounts } from './use-navigation-counts.ts'
import { useSignOut } from './use-sign-out.ts'

interface Props {
  /** The button that opened it: the first stop of the focus ring, and where focus returns. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The sheet under the header on narrow screens. Focus goes round between it and its button; Escape closes. */
export function MobileMenu({ button, onClose }: Props) {
  const sheet = useRef<HTMLElement>(null)
  const { role, profile } = useAuth()
  const counts = useNavigationCounts()
  const { pathname } = useLocation()
  const signOut = useSignOut()

  useEffect(() => {
    sheet.current?.querySelector<HTMLElement>('a, button')?.focus()
    const opener = button.current
    const wide = window.matchMedia('(min-width: 900px)')
    wide.addEventListener('change', onClose)
    document.addEventListener('keydown', closeOnEscape)
    opener?.addEventListener('keydown', enterFromButton)
    return () => {
      wide.removeEventListener('change', onClose)
      document.removeEventListener('keydown', closeOnEscape)
      opener?.removeEventListener('keydown', enterFromButton)
    }

    function closeOnEscape(event: globalThis.KeyboardEvent) {
      if (event.key !== 'Escape') return
      onClose()
      opener?.focus()
    }
    function enterFromButton(event: globalThis.KeyboardEvent) {
      if (event.key !== 'Tab') return
      event.preventDefault()
      const items = stops(sheet.current)
      ;(event.shiftKey ? items.at(-1) : items[0])?.focus()
    }
  }, [button, onClose])

  function keepInside(event: KeyboardEvent) {
    if (event.key !== 'Tab') return
    const items = stops(sheet.current)
    const edge = event.shiftKey ? items[0] : items.at(-1)
    if (document.activeElement !== edge) return
    event.preventDefault()
    button.current?.focus()
  }

  return (
    <nav
      ref={sheet}
      id="mobile-menu"
      className={styles.sheet}
      aria-label="Menu"
      data-mobile-menu=""
      onKeyDown={keepInside}
    >
      {navigationLinks(role).map((link) => (
        <Link
          key={link.to}
          to={link.to}
          className={styles.item}
          aria-current={isCurrent(link, pathname) ? 'page' : undefined}
          onClick={onClose}
        >
          {link.label}
          {link.count ? <Count count={counts[link.count]} waiting /> : null}
        </Link>
      ))}
      {role === 'seller' ? (
        <NavLink to={paths.postProject} className={styles.item} onClick={onClose}>
          Post Project
        </NavLink>
      ) : null}
      <NavLink
        to={paths.profile}
        end
        className={cx(styles.item, styles.small, styles.apart)}
        onClick={onClose}
      >
        <span className="row gap3">
          <Avatar name={profile?.name} src={profile?.avatar_url} size={28} />
          Profile
        </span>
      </NavLink>
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

function stops(sheet: HTMLElement | null): HTMLElement[] {
  return [...(sheet?.querySelectorAll<HTMLElement>('a, button') ?? [])]
}
