import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import { useBelongsTo } from '#web/page/belongs-to.ts'
import styles from './Project.module.css'

/** The link back to a screen's list, to which the page belongs. */
export function Crumb({ to, children }: { to: string; children: string }) {
  useBelongsTo(to)
  return (
    <Link className={styles.crumb} to={to}>
      <ChevronLeft size={18} aria-hidden="true" />
      {children}
    </Link>
  )
}
