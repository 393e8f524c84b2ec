import { Download } from 'lucide-react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** Saves the file itself (never its preview) under its own name; nothing while it is locked. */
export function DownloadLink({
  deliverable,
  className,
}: {
  deliverable: Deliverable
  className?: string
}) {
  if (!deliverable.original_open) return null
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
