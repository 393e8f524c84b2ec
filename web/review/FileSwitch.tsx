import { FileText, Film, Image } from 'lucide-react'
import { mediaKind } from '#web/deliverables/media.ts'
import styles from './FileSwitch.module.css'
import { shortcut, tip } from './keys.ts'
import type { RoomFile } from './file-on-stage.ts'
import { roomWords as say } from './room-words.ts'

interface Props {
  files: readonly RoomFile[]
  /** The position of the file on the stage. */
  chosen: number
  /** The number of unresolved notes for each file, by its position. */
  open: ReadonlyMap<number, number>
  onChoose: (position: number) => void
}

/** The files of a version: which one is on the stage, and the number of notes on the others. */
export function FileSwitch({ files, chosen, open, onChoose }: Props) {
  return (
    <nav className={styles.files} aria-label={say.files.label} title={tip('nextFile')}>
      {files.map((file) => {
        const notes = open.get(file.position) ?? 0
        return (
          <button
            key={file.position}
            type="button"
            className={styles.file}
            aria-pressed={file.position === chosen}
            aria-keyshortcuts={file.position === chosen ? shortcut('nextFile') : undefined}
            aria-label={say.files.spoken(file, { of: files.length, notes })}
            onClick={() => onChoose(file.position)}
          >
            <Still file={file} />
            <span className={styles.names}>
              <span className={styles.item}>
                {file.position}. {file.item_name ?? file.file_name}
              </span>
              {file.item_name === null ? null : (
                <span className={styles.name}>{file.file_name}</span>
              )}
            </span>
            {notes > 0 ? <span className={`num ${styles.notes}`}>{notes}</span> : null}
          </button>
        )
      })}
    </nav>
  )
}

const ICONS = { video: Film, image: Image, pdf: FileText, text: FileText, other: FileText }

function Still({ file }: { file: RoomFile }) {
  const Icon = ICONS[mediaKind(file.file_type)]
  return (
    <span className={styles.still} aria-hidden="true">
      {file.poster_url === null ? <Icon size={18} /> : <img src={file.poster_url} alt="" />}
    </span>
  )
}
