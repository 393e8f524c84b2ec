import { CreditCard } from 'lucide-react'
import styles from './CardMark.module.css'

/** The small card picture of a saved card; its brand is in words beside it. */
export function CardMark({ brand }: { brand: string }) {
  return (
    <span className={styles.mark} aria-hidden="true">
      {brand.toLowerCase() === 'mastercard' ? (
        <svg viewBox="0 0 26 16" width="26" height="16" fill="currentColor">
          <circle cx="9" cy="8" r="7" opacity="0.85" />
          <circle cx="17" cy="8" r="7" opacity="0.5" />
        </svg>
      ) : brand.toLowerCase() === 'visa' ? (
        <span className={styles.word}>VISA</span>
      ) : (
        <CreditCard size={20} />
      )}
    </span>
  )
}
