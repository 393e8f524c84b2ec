import { CheckMark } from './CheckMark.tsx'
import { checkWords as say } from './check-words.ts'
import styles from './Checks.module.css'
import { useRefused } from './use-checks.ts'

/** In the revision request: the checks that are sent with it. */
export function RefusedChecks({
  delivery,
}: {
  delivery: { id: string; brief_version: number | null }
}) {
  const refused = useRefused(delivery)
  if (refused.length === 0) return null
  return (
    <section>
      <p>{say.goWith(refused.length)}</p>
      <ul className={styles.open}>
        {refused.map(({ check_id, text, note }) => (
          <li key={check_id}>
            <CheckMark holds={false} />
            <span>
              {text}
              <span className={`${styles.said} ${styles.quote}`}>“{note}”</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
