import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Arrival } from '#contract/payment-schemas.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { arrivalWords as say } from './arrival-words.ts'
import styles from './MoneyArrived.module.css'
import { useArrivals, useSeeArrival } from './use-arrivals.ts'

/**
 * Shows the creator the moment their released money arrives: the key's halves part (DESIGN §5). Once per person and
 * payment, also if it happened while they were away. A window that is not visible waits until it is.
 */
export function MoneyArrived({ projectId }: { projectId?: string }) {
  const { data } = useArrivals()
  const { mutate: see } = useSeeArrival()
  const isLookedAt = useSyncExternalStore(subscribeToLooks, looksAt, () => false)
  const [shown, setShown] = useState<Arrival | null>(null)
  const [closed, setClosed] = useState(false)
  const next = data?.find(({ project_id }) => projectId === undefined || project_id === projectId)
  if (shown === null && next && isLookedAt) setShown(next)

  const paymentId = shown?.payment_id
  useEffect(() => {
    if (paymentId !== undefined) see(paymentId)
  }, [paymentId, see])

  if (shown === null || closed) return null
  return (
    <section className={styles.arrived} aria-labelledby="money-arrived">
      <PartingKey />
      <div className="grow" role="status">
        <h2 id="money-arrived" className={styles.title}>
          {say.title(shown)}
        </h2>
        <p className={styles.text}>
          {say.from(shown)} {say.bank(shown)}
        </p>
        {projectId === undefined ? (
          <ButtonLink
            variant="on-board"
            size="sm"
            className={styles.open}
            to={paths.project(shown.project_id)}
          >
            {say.open}
          </ButtonLink>
        ) : null}
      </div>
      <Button
        variant="quiet"
        iconOnly
        className={styles.close}
        aria-label={say.close}
        onClick={() => setClosed(true)}
      >
        <X aria-hidden="true" />
      </Button>
    </section>
  )
}

/** The key that held the money; its halves move apart once, over two seconds. */
function PartingKey() {
  return (
    <svg viewBox="3 1 24 18" className={styles.key} aria-hidden="true">
      <path className={styles.left} d="M6.5 3.5 15 7.2v5.6l-8.5 3.7Z" fill="currentColor" />
      <path className={styles.right} d="m23.5 3.5-8.5 3.7v5.6l8.5 3.7Z" fill="currentColor" />
    </svg>
  )
}

const looksAt = () => document.visibilityState === 'visible'

function subscribeToLooks(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
