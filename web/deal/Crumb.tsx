import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import styles from './Project.module.css'

/** The link back to a screen's list. */
export function Crumb({ to, children }: { to: string; children: string }) {
  return (
    <Link className={styles.crumb} to={to}>
      <ChevronLeft size={18} aria-hidden="true" />
      {children}
    </Link>
  )
}
