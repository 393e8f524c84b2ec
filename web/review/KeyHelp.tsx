import { Dialog } from '#web/ui/Dialog.tsx'
import { type KeyAct, KEYS, saysOf } from './keys.ts'
import styles from './Room.module.css'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'

const isAboutFiles = (act: KeyAct) => act === 'nextFile' || act === 'previousFile'

/** The keyboard shortcuts of the room, including those for files where a version has several. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { pages, version } = useRoom()
  const keys = KEYS.filter(({ does }) => version.files.length > 1 || !isAboutFiles(does))
  return (
    <Dialog open title={say.help} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map((entry) => (
          <div key={entry.does}>
            <dt>
              <kbd>{entry.shown}</kbd>
            </dt>
            <dd>{saysOf(entry, pages !== null)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
