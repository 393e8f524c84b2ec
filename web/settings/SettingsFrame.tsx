import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Role } from '#contract/profiles.ts'
import styles from './Settings.module.css'
import { settingsSections } from './settings-sections.ts'

/** A settings page beside the rail, which becomes a list above the page on narrow screens. */
export function SettingsFrame({ role, children }: { role: Role; children: ReactNode }) {
  const links = [{ label: 'Profile', to: paths.profile }, ...settingsSections(role)]
  return (
    <div className={`wrap page ${styles.frame}`}>
      <nav className={styles.rail} aria-label="Settings">
        <ul>
          {links.map(({ label, to }) => (
            <li key={to}>
              <NavLink to={to} end>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.section}>{children}</div>
    </div>
  )
}
