import { Link } from 'react-router'
import { cx } from './cx.ts'
import styles from './Logo.module.css'

/** The shopping cart whose basket is two boards with a key across the seam. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        d="M2.3 4.1H4a2.8 2.8 0 0 1 2.72 2.13L8.3 12.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.7"
        strokeLinecap="round"
      />
      <path
        fillRule="evenodd"
        d="M5.87 8.2H17.45v2.3L18 10.7l.55-.2V8.2H28a2 2 0 0 1 1.94 2.48l-2 8a2.6 2.6 0 0 1-2.52 1.97H18.55v-3.1L18 17.3l-.55.25v3.1H11a2.6 2.6 0 0 1-2.52-1.97Z"
        fill="currentColor"
      />
      <path d="M11.7 9.9 18 12.2l6.3-2.3v9L18 16.6l-6.3 2.3Z" fill="var(--key)" />
      <path
        fillRule="evenodd"
        d="M12.6 22.3a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6Zm0 2.2a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2ZM23.9 22.3a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6Zm0 2.2a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Z"
        fill="currentColor"
      />
    </svg>
  )
}

/** Mark and word, linked to `to`. */
export function Logo({
  name,
  to,
  size,
  inHeader,
}: {
  name: string
  to: string
  size?: number
  inHeader?: boolean
}) {
  return (
    <Link
      className={cx(styles.logo, inHeader && styles.header)}
      to={to}
      aria-label={`${name} home`}
    >
      <Mark size={size} />
      <span className={styles.word}>{name}</span>
    </Link>
  )
}
