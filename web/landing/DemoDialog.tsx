import { useState } from 'react'
import { useReviewWords } from '#web/page/use-review-words.ts'
import { joining } from '#web/auth/auth-state.ts'
import { useFeeTerms } from '#web/page/use-fee-terms.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './DemoDialog.module.css'
import { demoStops } from './demo-stops.tsx'

/** "Watch Demo": one project's life in six stops, each shown with the product's own components (decision P27). */
export function DemoDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [at, setAt] = useState(0)
  const words = useReviewWords()
  const stops = demoStops(useFeeTerms())
  const stop = stops[at]
  const last = at === stops.length - 1
  if (!stop) return null

  function close() {
    setAt(0)
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      wide
      title="One project, from posting to payout"
      subtitle={`Step ${at + 1} of ${stops.length}`}
      actions={
        <>
          <Button variant="quiet" onClick={() => setAt(at - 1)} disabled={at === 0}>
            Back
          </Button>
          {last ? (
            <ButtonLink variant="primary" to={paths.auth} state={joining()}>
              Get Started
            </ButtonLink>
          ) : (
            <Button variant="primary" onClick={() => setAt(at + 1)}>
              Next
            </Button>
          )}
        </>
      }
    >
      <div className={styles.bar} role="group" aria-label="Steps">
        {stops.map((each, index) => (
          <button
            key={each.title}
            type="button"
            aria-label={`Step ${index + 1}: ${each.title}`}
            aria-current={index === at ? 'step' : undefined}
            onClick={() => setAt(index)}
          />
        ))}
      </div>
      <div className={styles.stop} aria-live="polite">
        <div className={styles.scene}>{stop.scene}</div>
        <h3 className={styles.title}>{stop.title}</h3>
        <p className="muted">{stop.adds ? `${stop.text} ${words(stop.adds)}` : stop.text}</p>
      </div>
    </Dialog>
  )
}
