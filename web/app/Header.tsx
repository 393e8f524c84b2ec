import { Menu as MenuIcon, Plus, X } from 'lucide-react'
import { startTransition, useCallback, useState } from 'react'
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
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import styles from './Header.module.css'
import { isCurrent, type NavigationLink, navigationLinks } from './navigation.ts'
import { useNavigationCounts } from './use-navigation-counts.ts'

const MobileMenu = lazyComponent(async () => (await import('./MobileMenu.tsx')).MobileMenu)

/**
 * The header of every page: logo, the role's links, the account menu, and on narrow screens the sheet under it; or Sign
 * In and Sign Up, unless the page is one of them. `wide`: the width of marketing pages and auth instead of the app's;
 * `public`: only while no one is signed in.
 */
export function Header({ wide }: { wide: boolean | 'public' }) {
  const auth = useAuth()
  const signedIn = auth.status === 'signed_in'
  const [wasOpened, setMenuOpen] = useState(false)
  const menuOpen = wasOpened && signedIn
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  return (
    <>
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
                  // The press paints its own frame before the sheet is laid out.
                  onClick={() => startTransition(() => setMenuOpen(!menuOpen))}
                  onPointerOver={MobileMenu.preload}
                  onFocus={MobileMenu.preload}
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
      {menuOpen ? <MobileMenu onClose={closeMenu} /> : null}
    </>
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
