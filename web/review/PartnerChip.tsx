import { momentText } from '#contract/frames.ts'
import styles from './RoomBar.module.css'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import { usePartner } from './use-partner.ts'

/** "Maya is here", and where; a press goes there. */
export function PartnerChip() {
  const { player, rate, filePosition, openFile } = useRoom()
  const partner = usePartner()
  if (!partner) return <span role="status" />
  const { name, atMs, file } = partner
  return (
    <span role="status" className={styles.partner}>
      <span className={styles.dot} aria-hidden="true" />
      <span>{say.here(name)}</span>
      {file !== null && file !== filePosition ? (
        <button
          type="button"
          className="link num"
          title={say.goThere(name)}
          aria-label={`${say.goThere(name)}, ${say.files.nth(file)}`}
          onClick={() => openFile(file)}
        >
          {say.files.nth(file)}
        </button>
      ) : null}
      {player && file === filePosition ? (
        <button
          type="button"
          className="link num"
          title={say.goThere(name)}
          aria-label={`${say.goThere(name)}, ${momentText(atMs, rate)}`}
          onClick={() => player.seekMs(atMs)}
        >
          {momentText(atMs, rate)}
        </button>
      ) : null}
    </span>
  )
}
