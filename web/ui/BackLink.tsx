import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import styles from './BackLink.module.css'

/** The link above a page's heading, back to the list that contains the page. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={styles.back} to={to}>
      <ChevronLeft size={18} aria-hidden="true" />
      {children}
    </Link>
  )
}
