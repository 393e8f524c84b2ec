import { type DeliveryCheck, openChecks } from '#contract/delivery-checks.ts'
import { CheckMark } from './CheckMark.tsx'
import { checkWords as say } from './check-words.ts'
import styles from './Checks.module.css'

/** Shown before an approval: the musts that do not hold. Nothing if all hold, or if there is no list. */
export function OpenChecks({ checks }: { checks: readonly DeliveryCheck[] }) {
  const open = openChecks(checks)
  if (open.length === 0) return null
  return (
    <section>
      <p className="strong">{say.stillOpen(open.length)}</p>
      <ul className={styles.open}>
        {open.map(({ check_id, text, note, reason }) => (
          <li key={check_id}>
            <CheckMark holds={false} />
            <span>
              {text}
              {(note ?? reason) ? (
                <span className={`${styles.said} ${styles.quote}`}>“{note ?? reason}”</span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
