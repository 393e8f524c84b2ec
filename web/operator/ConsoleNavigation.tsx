import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { operatorRoleWords } from '#contract/operator-roles.ts'
import type { OperatorOverview } from '#contract/operator-record-schemas.ts'
import { Count } from '#web/ui/Count.tsx'
import styles from './Console.module.css'
import { consoleLinks, consolePaths } from './console-links.ts'

/** The console's own navigation: a column beside its screens, on phones a scrolling row above them. */
export function ConsoleNavigation({ overview }: { overview: OperatorOverview }) {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  const shown = useRef('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // On phones the row is wider than the screen: the current item is scrolled into view.
    const row = nav.current
    const here = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
  }, [pathname])
  const isHere = (to: string) =>
    pathname === to || (to !== consolePaths.overview && pathname.startsWith(`${to}/`))
  return (
    <nav ref={nav} className={styles.nav} aria-label="Console">
      <ul>
        {consoleLinks.map((link) => (
          <li key={link.to}>
            <Link to={link.to} aria-current={isHere(link.to) ? 'page' : undefined}>
              {link.label}
              {'count' in link ? <Count count={overview[link.count]} waiting /> : null}
            </Link>
          </li>
        ))}
      </ul>
      <p className={styles.me}>
        {overview.email}
        <br />
        {operatorRoleWords[overview.role]}
      </p>
    </nav>
  )
}
