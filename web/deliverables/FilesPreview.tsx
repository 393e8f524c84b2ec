import { Fragment, type ReactNode, useState } from 'react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { FILES_OF_DELIVERY } from './files-preview-words.ts'
import styles from './FilesPreview.module.css'

interface Props {
  deliverable: Deliverable
  /** Selects the file to show. */
  children: (file: Deliverable) => ReactNode
}

/** A delivery with several files: one of them large, and a choice between them. */
export function FilesPreview({ deliverable, children }: Props) {
  const { files } = deliverable
  const [chosen, setChosen] = useState(1)
  const file = files.find(({ position }) => position === chosen) ?? files[0]
  if (file === undefined) return null
  const { position, item_id: _, item_name: __, ...facts } = file
  return (
    <div className={styles.several}>
      <Fragment key={position}>{children({ ...deliverable, ...facts })}</Fragment>
      <div className={styles.files} role="group" aria-label={FILES_OF_DELIVERY}>
        {files.map((one) => (
          <button
            key={one.position}
            type="button"
            className={styles.file}
            aria-pressed={one.position === position}
            onClick={() => setChosen(one.position)}
          >
            <span className="num">{one.position}</span>
            <span className="fname">{one.item_name ?? one.file_name}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
