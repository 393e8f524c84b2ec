import { cx } from './cx.ts'
import styles from './Spinner.module.css'
import { Spinner } from './Spinner.tsx'

/** An invisible marker for content that has not arrived: pages hide what it would push down. */
export function Pending() {
  return <div className="pending" />
}

/** A loading text, "Loading..." as in the spec; `page` centres it in the height of a screen. */
export function Loading({ text = 'Loading...', page }: { text?: string; page?: boolean }) {
  return (
    <div className={cx(styles.loading, 'pending', page && styles.page)} role="status">
      <Spinner />
      {text}
    </div>
  )
}
