import { Dialog } from '#web/ui/Dialog.tsx'
import { KEYS, saysOf } from './keys.ts'
import styles from './Room.module.css'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'

/** The keys of the room. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { pages } = useRoom()
  return (
    <Dialog open title={say.help} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map((entry) => (
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
