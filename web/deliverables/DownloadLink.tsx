import { Download } from 'lucide-react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

// Most deliveries are one file.
const DownloadMenu = lazyComponent(
  async () => (await import('./DownloadMenu.tsx')).DownloadMenu,
  null,
)

/**
 * Saves the file itself (never its preview) under its own name, or any one of several; renders nothing while it is
 * locked.
 */
export function DownloadLink({
  deliverable,
  className,
}: {
  deliverable: Deliverable
  className?: string
}) {
  if (!deliverable.original_open) return null
  if (deliverable.file_count > 1)
    return <DownloadMenu files={deliverable.files} className={className} />
  return (
    <a
      className={buttonClass({ variant: 'quiet', iconOnly: true }, className)}
      href={`${deliverable.file_url}&download=1`}
      download={deliverable.file_name}
      aria-label={`Download ${deliverable.file_name}`}
    >
      <Download size={18} aria-hidden="true" />
    </a>
  )
}
