import { Menu as MenuIcon, Plus, X } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useAuth } from '#web/api/session.tsx'
import { useSection } from '#web/page/belongs-to.ts'
import { brand } from '#web/page/brand.ts'
import { joining } from '#web/auth/auth-state.ts'
import { Bell } from '#web/notifications/Bell.tsx'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Count } from '#web/ui/Count.tsx'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import styles from './Header.module.css'
import { isCurrent, type NavigationLink, navigationLinks } from './navigation.ts'
import { useNavigationCounts } from './use-navigation-counts.ts'

interface Props {
  /** The width of marketing pages and auth instead of the app's; `public`: only while no one is signed in. */
  wide: boolean | 'public'
  menuOpen: boolean
  onToggleMenu: () => void
  /** The menu is about to open: load it now. */
  onReachForMenu: () => void
}

/**
 * The header of every page: logo, the role's links, the account menu; or the two ways in, unless the page is one of
 * them.
 */
export function Header({ wide, menuOpen, onToggleMenu, onReachForMenu }: Props) {
  const auth = useAuth()
  const signedIn = auth.status === 'signed_in'
  return (
    <header className={cx(styles.header, !signedIn && styles.plain)}>
      <div className={cx('wrap', wide === 'public' ? 'public' : wide && 'wide', styles.bar)}>
        <Logo name={brand.name} to={paths.home} inHeader />
        {signedIn ? (
          <>
            <MainNavigation />
            <div className={styles.end}>
              <Bell />
              <AccountMenu />
              <Button
                variant="quiet"
                iconOnly
                className={styles.menuButton}
                aria-label={menuOpen ? 'Close menu' : 'Open menu'}
                aria-expanded={menuOpen}
                aria-controls="mobile-menu"
                onClick={onToggleMenu}
                onPointerOver={onReachForMenu}
                onFocus={onReachForMenu}
              >
                {menuOpen ? (
                  <X size={22} aria-hidden="true" />
                ) : (
                  <MenuIcon size={22} aria-hidden="true" />
                )}
              </Button>
            </div>
          </>
        ) : auth.status === 'entering' ? null : (
          <div className={styles.end} data-signed-out="">
            <ButtonLink variant="quiet" to={paths.auth}>
              Sign In
            </ButtonLink>
            <ButtonLink variant="primary" to={paths.auth} state={joining()}>
              Get Started
            </ButtonLink>
          </div>
        )}
      </div>
    </header>
  )
}

function MainNavigation() {
  const { role } = useAuth()
  const counts = useNavigationCounts()
  const { pathname } = useLocation()
  const section = useSection()
  return (
    <nav className={styles.nav} aria-label="Main">
      {navigationLinks(role).map((link) => (
        <NavigationItem
          key={link.to}
          link={link}
          current={isCurrent(link, pathname, section)}
          count={link.count ? counts[link.count] : 0}
        />
      ))}
    </nav>
  )
}

function NavigationItem({
  link,
  current,
  count,
}: {
  link: NavigationLink
  current: boolean
  count: number
}) {
  const ariaCurrent = current ? 'page' : undefined
  if (link.button)
    return (
      <ButtonLink variant="primary" to={link.to} className={styles.post} aria-current={ariaCurrent}>
        <Plus aria-hidden="true" />
        {link.label}
      </ButtonLink>
    )
  return (
    <Link to={link.to} aria-current={ariaCurrent}>
      {link.label}
      {link.count ? <Count count={count} waiting /> : null}
    </Link>
  )
}
