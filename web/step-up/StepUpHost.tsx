import { useEffect, useState } from 'react'
import { askProofBy } from '#web/api/proof.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const StepUpDialog = lazyComponent(
  async () => (await import('./StepUpDialog.tsx')).StepUpDialog,
  null,
  'nobody',
)

/** Asks for a fresh proof above whatever is open, when a call requires one. */
export function StepUpHost() {
  const [answer, setAnswer] = useState<((proven: boolean) => void) | null>(null)
  useEffect(
    () =>
      askProofBy(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (proven: boolean) => {
              setAnswer(null)
              resolve(proven)
            })
          }),
      ),
    [],
  )
  return answer ? <StepUpDialog onAnswer={answer} /> : null
}
