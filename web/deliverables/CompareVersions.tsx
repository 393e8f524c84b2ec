import { useState } from 'react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { DeliverableBadge } from '#web/ui/Badge.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './CompareVersions.module.css'
import { MediaPreview } from './MediaPreview.tsx'

interface Props {
  /** Newest first; at least two. */
  versions: readonly Deliverable[]
  onClose: () => void
  onLinkExpired: () => void
}

/** Shows any two versions side by side; initially the newest and the one before it. */
export function CompareVersions({ versions, onClose, onLinkExpired }: Props) {
  const [chosen, setChosen] = useState({
    left: versions[1]?.id ?? '',
    right: versions[0]?.id ?? '',
  })
  return (
    <Dialog open wide title="Compare versions" onClose={onClose}>
      <div className={styles.sides}>
        {(['left', 'right'] as const).map((side) => {
          const shown = versions.find((one) => one.id === chosen[side])
          return (
            <section key={side} className={styles.side} aria-label={sideName[side]}>
              <Select
                aria-label={`Version on the ${side}`}
                value={chosen[side]}
                onChange={(event) => setChosen((now) => ({ ...now, [side]: event.target.value }))}
              >
                {versions.map((one) => (
                  <option key={one.id} value={one.id}>
                    Version {one.version}: {one.file_name}
                  </option>
                ))}
              </Select>
              {shown ? (
                <Version key={shown.id} version={shown} onLinkExpired={onLinkExpired} />
              ) : null}
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}

const sideName = { left: 'Left side', right: 'Right side' } as const

function Version({ version, onLinkExpired }: { version: Deliverable; onLinkExpired: () => void }) {
  return (
    <>
      <MediaPreview deliverable={version} onLinkExpired={onLinkExpired} />
      <div className="row between gap3">
        <span className="sm muted">
          Submitted <Time value={version.created_at} />
        </span>
        <DeliverableBadge of={version} />
      </div>
      {version.reviewer_notes ? (
        <p className={`sm muted ${styles.note}`}>“{version.reviewer_notes}”</p>
      ) : null}
    </>
  )
}
