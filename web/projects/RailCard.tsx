import type { ReactNode } from 'react'
import styles from './RailCard.module.css'

/** A card in the rail beside a deal. */
export function RailCard({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={`card ${styles.railCard}`}>
      <div className="row between">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
