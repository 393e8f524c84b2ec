import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { previewRate } from '#contract/media.ts'
import type {
  NewNote,
  ReviewNote,
  ReviewRoom,
  ReviewVersion,
} from '#contract/review-note-schemas.ts'
import { mediaKind } from '#web/deliverables/media.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Notes } from './Notes.tsx'
import { Player } from './player.ts'
import styles from './Room.module.css'
import { RoomBar } from './RoomBar.tsx'
import { RoomContext, type RoomView } from './room-context.ts'
import { type ShownNote, shownNotes } from './shown-notes.ts'
import { Stage } from './Stage.tsx'
import { Transport } from './Transport.tsx'
import { useComposer } from './use-composer.ts'
import { useKeys } from './use-keys.ts'
import { useReportedPlace } from './use-partner.ts'

const KeyHelp = lazyComponent(async () => (await import('./KeyHelp.tsx')).KeyHelp, null, 'nobody')
const Compare = lazyComponent(async () => (await import('./Compare.tsx')).Compare, <Loading />)

interface Props {
  room: ReviewRoom
  version: ReviewVersion
  renewLinks: () => void
  reader: ReviewNote['author']
  save: (note: NewNote) => Promise<unknown>
  openVersion: (id: string) => void
  /** At the end of the bar: what the reader decides; nothing for a guest. */
  decide?: ReactNode
}

/** One version on the stage, with everything said about it. */
export function Room({ room, version, renewLinks, reader, save, openVersion, decide }: Props) {
  const isVideo = mediaKind(version.file_type) === 'video'
  const rate = version.media ? previewRate(version.media) : null
  const [num, den] = [rate?.num, rate?.den]
  const duration = version.media?.duration_ms ?? null
  const player = useMemo(
    () =>
      isVideo
        ? new Player(num === undefined || den === undefined ? null : { num, den }, duration)
        : null,
    [isVideo, num, den, duration],
  )
  const [page, setPage] = useState(1)
  const [pages, setPages] = useState<number | null>(null)
  const notes = useMemo(() => shownNotes(room.notes, version, room.versions), [room, version])
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const selected = notes.find(({ id }) => id === search.get('note')) ?? null
  const composer = useComposer(version.id)
  const [comparing, setComparing] = useState(false)
  const [helping, setHelping] = useState(false)
  // One draws on one version.
  if (comparing && composer.tool !== null) setComparing(false)
  const place = useRef<HTMLDivElement>(null)

  function select(note: ShownNote | null) {
    const next = new URLSearchParams(search)
    if (note) next.set('note', note.id)
    else next.delete('note')
    // A guest's link is behind the '#'.
    void navigate({ search: next.toString(), hash }, { replace: true, preventScrollReset: true })
    if (note === null) return
    player?.pause()
    if (note.shown_at !== null) player?.seekMs(note.shown_at)
    // A version may have fewer pages than the one the note was said of.
    if (note.page !== null) setPage(Math.min(note.page, pages ?? note.page))
  }

  const view: RoomView = {
    room,
    version,
    rate,
    player,
    page,
    setPage,
    pages,
    setPages,
    notes,
    selected,
    select,
    composer: reader !== 'creator' && version.accepts_notes ? composer : null,
    reader,
    save,
    openVersion,
    renewLinks,
  }
  useReportedPlace(reader === 'guest' ? null : version.id, player)
  useKeys(view, place, { help: () => setHelping(true) })

  return (
    <RoomContext value={view}>
      <div ref={place} className={styles.room}>
        <RoomBar
          comparing={comparing}
          onCompare={() => {
            composer.setTool(null)
            setComparing((now) => !now)
          }}
          onHelp={() => setHelping(true)}
          decide={decide}
        />
        <div className={styles.work}>
          {comparing ? <Compare /> : <Stage />}
          <Transport />
        </div>
        <Notes />
        {composer.question}
        {helping ? <KeyHelp onClose={() => setHelping(false)} /> : null}
      </div>
    </RoomContext>
  )
}
