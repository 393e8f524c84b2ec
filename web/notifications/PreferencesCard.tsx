import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { NotificationPreference } from '#contract/notification-schemas.ts'
import { NOTIFICATION_KIND_WORDS } from '#contract/notifications.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './PreferencesCard.module.css'
import { usePrefer, usePreferences } from './use-preferences.ts'

/** The target of mails: `/profile#notifications`. */
const ANCHOR = 'notifications'

/** Which emails a person wants: one click per kind, saved at once. The page shows everything in any case. */
export function PreferencesCard() {
  const query = usePreferences()
  const card = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const loaded = query.data !== undefined
  useEffect(() => {
    // The router looks for the anchor before the page has loaded its data.
    if (loaded && hash === `#${ANCHOR}`) card.current?.scrollIntoView({ block: 'start' })
  }, [loaded, hash])
  return (
    <section ref={card} id={ANCHOR} className={`card pad ${styles.card}`} aria-labelledby="mails">
      <h2 id="mails">E-mail notifications</h2>
      <p className="sm muted">
        Choose what you get by e-mail. On the site you are told of everything.
      </p>
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
