import { Download, Ellipsis } from 'lucide-react'
import { notesAsCsv, notesAsEdl, notesAsMarkdown } from '#contract/review-export.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { mediaKind } from '#web/deliverables/media.ts'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import styles from './RoomBar.module.css'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'

/**
 * Saves the notes as files, which the browser makes from the room's contents. With `more`, one menu holds the secondary
 * actions.
 */
export function ExportMenu({ more }: { more: readonly MenuItem[] }) {
  const { room, version, filePosition } = useRoom()
  const review = { title: room.project.title, versions: room.versions, notes: room.notes }
  const several = version.files.length > 1
  const edl: MenuItem = {
    label: say.exports.edl(version.version, several ? version.file_name : null),
    onSelect: () => {
      const list = notesAsEdl(review, { id: version.id, position: filePosition })
      if (list === null) toast.error(say.exports.noRate)
      else
        saveFile(
          `notes-v${version.version}${several ? `-f${filePosition}` : ''}.edl`,
          'text/plain',
          list,
        )
    },
  }
  const files: MenuItem[] = [
    {
      label: say.exports.csv,
      onSelect: () => saveFile('notes.csv', 'text/csv', notesAsCsv(review)),
    },
    ...(mediaKind(version.file_type) === 'video' ? [edl] : []),
    {
      label: say.exports.markdown,
      onSelect: () => saveFile('notes.md', 'text/markdown', notesAsMarkdown(review)),
    },
  ]
  const hasNotes = room.notes.some(({ number }) => number !== null)
  const items = [
    ...more,
    ...(hasNotes ? files : []).map((one, at) => ({ ...one, line: at === 0 && more.length > 0 })),
  ]
  const Icon = more.length > 0 ? Ellipsis : Download
  if (items.length === 0) return null
  return (
    <Menu label={more.length > 0 ? say.more : say.export} className={styles.menu} items={items}>
      <Icon size={18} aria-hidden="true" />
    </Menu>
  )
}
