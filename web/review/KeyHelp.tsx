import { Dialog } from '#web/ui/Dialog.tsx'
import { KEYS } from './keys.ts'
import styles from './Room.module.css'
import { roomWords as say } from './room-words.ts'

/** The keys of the room. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={say.help} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(({ does, shown, says }) => (
          <div key={does}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
