import type { NotificationPreference } from '#contract/notification-schemas.ts'
import { NOTIFICATION_KIND_WORDS } from '#contract/notification-kind-words.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './PreferencesCard.module.css'
import { usePrefer, usePreferences } from './use-preferences.ts'

/** The emails that a person wants: one click per kind, saved immediately. The page shows everything regardless. */
export function PreferencesCard() {
  const query = usePreferences()
  return (
    <section className="card pad" aria-labelledby="mails">
      <h2 id="mails">Email notifications</h2>
      <p className="sm muted">Choose what you get by email.</p>
      <Loaded
        query={query}
        pending={
          <SkeletonGroup className={styles.list}>
            {[0, 1, 2].map((place) => (
              <Skeleton key={place} height={44} />
            ))}
          </SkeletonGroup>
        }
      >
        {(preferences) => (
          <ul className={styles.list}>
            {preferences.map((preference) => (
              <li key={preference.kind}>
                <Choice preference={preference} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function Choice({ preference: { kind, email } }: { preference: NotificationPreference }) {
  const prefer = usePrefer()
  const { label, hint } = NOTIFICATION_KIND_WORDS[kind]
  return (
    <Checkbox
      label={label}
      hint={hint}
      checked={email}
      onChange={(event) =>
        prefer.mutate(
          { kind, email: event.target.checked },
          { onError: () => toast.error('Your choice could not be saved. Please try again.') },
        )
      }
    />
  )
}
