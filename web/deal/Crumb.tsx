import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import { useBelongsTo } from '#web/page/belongs-to.ts'
import styles from './Project.module.css'

/** The link back to a screen's list, to which the page belongs; or to a page of the section `of`. */
export function Crumb({ to, of = to, children }: { to: string; of?: string; children: string }) {
  useBelongsTo(of)
  return (
    <Link className={styles.crumb} to={to}>
      <ChevronLeft size={18} aria-hidden="true" />
      {children}
    </Link>
  )
}
