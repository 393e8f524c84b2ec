import { brand } from '#web/page/brand.ts'
import styles from './PasswordStrength.module.css'
import { strengthOf, type Strength } from './password-strength.ts'

const WORDS: Readonly<Record<Strength, string>> = {
  weak: 'Easy to guess',
  fair: 'Getting there',
  strong: 'Strong',
}
const BARS = Object.keys(WORDS)

/** How hard a password is to guess: a word, and a matching number of bars. Only a hint: any password may be sent. */
export function PasswordStrength({ password }: { password: string }) {
  const strength = strengthOf(password, brand.name)
  const full = BARS.indexOf(strength)
  return (
    <span className={styles.strength}>
      <span className={styles.bars} aria-hidden="true">
        {BARS.map((bar, place) => (
          <span key={bar} className={place > full ? styles.bar : `${styles.bar} ${styles.full}`} />
        ))}
      </span>
      {WORDS[strength]}
    </span>
  )
}
