import { CircleHelp, Heart, Sparkles, TriangleAlert } from 'lucide-react'
import type { NoteKind } from '#contract/review-notes.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './NoteMark.module.css'
import type { ShownNote } from './shown-notes.ts'

const ICONS = { must: TriangleAlert, wish: Sparkles, praise: Heart, question: CircleHelp } as const

/** A kind's own icon: its shape carries the meaning, its colour repeats it. */
export function KindIcon({ kind, size = 14 }: { kind: NoteKind; size?: number }) {
  const Icon = ICONS[kind]
  return <Icon size={size} aria-hidden="true" />
}

/** A note's number in the colour of its kind; hollow once it is resolved, dashed while it is a draft. */
export function NoteMark({ note }: { note: Pick<ShownNote, 'kind' | 'status' | 'number'> }) {
  return (
    <span
      className={cx(
        styles.mark,
        styles[note.kind],
        note.status === 'resolved' && styles.hollow,
        note.status === 'draft' && styles.draft,
      )}
      aria-hidden="true"
    >
      {note.number ?? <KindIcon kind={note.kind} size={12} />}
    </span>
  )
}
