import { useState } from 'react'
import { projectTransitions, type ProjectStatus } from '#contract/projects.ts'
import { canMove } from '#contract/transitions.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const CancelProjectDialog = lazyComponent(
  async () => (await import('./CancelProjectDialog.tsx')).CancelProjectDialog,
  null,
  'seller',
)

/** Takes one's own project off the market, after confirmation. Renders nothing when that is impossible. */
export function CancelProject({ id, status }: { id: string; status: ProjectStatus }) {
  const [asking, setAsking] = useState(false)
  if (!canMove(projectTransitions, 'cancel', status)) return null
  return (
    <>
      <Button variant="destructive-quiet" onClick={() => setAsking(true)}>
        Cancel Project
      </Button>
      {asking ? (
        <CancelProjectDialog id={id} status={status} onClose={() => setAsking(false)} />
      ) : null}
    </>
  )
}
