import { useState } from 'react'
import type { Project } from '#contract/project-schemas.ts'
import { projectTransitions } from '#contract/projects.ts'
import { canMove } from '#contract/transitions.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const CancelProjectDialog = lazyComponent(
  async () => (await import('./CancelProjectDialog.tsx')).CancelProjectDialog,
  null,
  'seller',
)

/** Takes one's own project off the market, after confirmation. Renders nothing when that is impossible. */
export function CancelProject({ project }: { project: Pick<Project, 'id' | 'status' | 'hiring'> }) {
  const [asking, setAsking] = useState(false)
  if (!canMove(projectTransitions, 'cancel', project.status)) return null
  return (
    <>
      <Button variant="destructive-quiet" onClick={() => setAsking(true)}>
        Cancel Project
      </Button>
      {asking ? <CancelProjectDialog project={project} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
