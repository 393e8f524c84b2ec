import { Download } from 'lucide-react'
import { notesAsCsv, notesAsEdl, notesAsMarkdown } from '#contract/review-export.ts'
import { toast } from '#web/ui/toast.ts'
import { Menu } from '#web/ui/Menu.tsx'
import styles from './RoomBar.module.css'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'

/** Saves the notes as files, made in the browser of what the room shows. */
export function ExportMenu() {
  const { room, version } = useRoom()
  const review = { title: room.project.title, versions: room.versions, notes: room.notes }
  if (!room.notes.some(({ number }) => number !== null)) return null
  return (
    <Menu
      label={say.export}
      className={styles.menu}
      items={[
        {
          label: say.exports.csv,
          onSelect: () => save('notes.csv', 'text/csv', notesAsCsv(review)),
        },
        {
          label: say.exports.edl(version.version),
          onSelect: () => {
            const edl = notesAsEdl(review, version.id)
            if (edl === null) toast.error(say.exports.noRate)
            else save(`notes-v${version.version}.edl`, 'text/plain', edl)
          },
        },
        {
          label: say.exports.markdown,
          onSelect: () => save('notes.md', 'text/markdown', notesAsMarkdown(review)),
        },
      ]}
    >
      <Download size={18} aria-hidden="true" />
    </Menu>
  )
}

function save(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to save it when the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
