import { Columns2 } from 'lucide-react'
import { useState } from 'react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const CompareVersions = lazyComponent(
  async () => (await import('./CompareVersions.tsx')).CompareVersions,
)

interface Props {
  /** Newest first. */
  versions: readonly Deliverable[]
  onLinkExpired: () => void
}

/** Opens two versions side by side; renders nothing while there is only one. */
export function CompareButton({ versions, onLinkExpired }: Props) {
  const [open, setOpen] = useState(false)
  if (versions.length < 2) return null
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Columns2 size={16} aria-hidden="true" />
        Compare versions
      </Button>
      {open ? (
        <CompareVersions
          versions={versions}
          onClose={() => setOpen(false)}
          onLinkExpired={onLinkExpired}
        />
      ) : null}
    </>
  )
}
