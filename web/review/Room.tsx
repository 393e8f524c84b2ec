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
import { FileSwitch } from './FileSwitch.tsx'
import { Player } from './player.ts'
import styles from './Room.module.css'
import { RoomBar } from './RoomBar.tsx'
import { RoomContext, type RoomView } from './room-context.ts'
import { roomAtFile } from './file-on-stage.ts'
import { openByFile, type ShownNote, shownNotes } from './shown-notes.ts'
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
  /** At the end of the bar: the reader's decisions; nothing for a guest. */
  decide?: ReactNode
}

/** One version with its files, one of them on the stage, and all its notes. */
export function Room(props: Props) {
  const { room, version } = props
  const everyNote = useMemo(() => shownNotes(room.notes, version, room.versions), [room, version])
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const selected = everyNote.find(({ id }) => id === search.get('note')) ?? null
  const positions = version.files.map(({ position }) => position)
  const asked = selected?.shown_file ?? Number(search.get('file'))
  const filePosition = positions.includes(asked) ? asked : 1
  /** The note that led to another file: that file starts at the note's moment. */
  const [begin, setBegin] = useState<ShownNote | null>(null)

  function go(note: ShownNote | null, position: number) {
    const next = new URLSearchParams(search)
    if (note) next.set('note', note.id)
    else next.delete('note')
    if (position === 1) next.delete('file')
    else next.set('file', String(position))
    setBegin(note)
    // A guest's link is in the fragment, after the '#'.
    void navigate({ search: next.toString(), hash }, { replace: true, preventScrollReset: true })
  }
  const files = {
    everyNote,
    selected,
    filePosition,
    go,
    openFile: (position: number) => go(null, position),
    stepFile(by: 1 | -1) {
      const at = positions.indexOf(filePosition)
      const to = positions[(at + by + positions.length) % positions.length]
      if (to !== undefined && to !== filePosition) go(null, to)
    },
  }

  const shown = useMemo(
    () => roomAtFile(room, version, filePosition),
    [room, version, filePosition],
  )
  const stage = (
    <OneFile
      key={filePosition}
      {...props}
      room={shown}
      version={shown.versions.find(({ id }) => id === version.id) ?? version}
      files={files}
      begin={begin?.shown_file === filePosition ? begin : null}
    />
  )
  if (positions.length <= 1) return stage
  return (
    <div className={styles.several}>
      <FileSwitch
        files={version.files}
        chosen={filePosition}
        open={openByFile(everyNote)}
        onChoose={files.openFile}
      />
      {stage}
    </div>
  )
}

interface OneFileProps extends Props {
  files: Pick<RoomView, 'everyNote' | 'selected' | 'filePosition' | 'openFile' | 'stepFile'> & {
    go: (note: ShownNote | null, position: number) => void
  }
  /** The note for which this file was opened. */
  begin: ShownNote | null
}

/** The stage, the bar and the notes with one file. */
function OneFile(props: OneFileProps) {
  const { room, version, renewLinks, reader, save, openVersion, decide, files, begin } = props
  const { everyNote, selected, filePosition, go } = files
  const isVideo = mediaKind(version.file_type) === 'video'
  const rate = version.media ? previewRate(version.media) : null
  const [num, den] = [rate?.num, rate?.den]
  const duration = version.media?.duration_ms ?? null
  const [beginMs] = useState(begin?.shown_at ?? null)
  const player = useMemo(() => {
    if (!isVideo) return null
    const made = new Player(num === undefined || den === undefined ? null : { num, den }, duration)
    if (beginMs !== null) made.seekMs(beginMs)
    return made
  }, [isVideo, num, den, duration, beginMs])
  const [page, setPage] = useState(begin?.page ?? 1)
  const [pages, setPages] = useState<number | null>(null)
  const notes = useMemo(
    () => everyNote.filter(({ shown_file }) => shown_file === filePosition),
    [everyNote, filePosition],
  )
  const composer = useComposer(filePosition === 1 ? version.id : `${version.id}-${filePosition}`)
  const [comparing, setComparing] = useState(false)
  const [helping, setHelping] = useState(false)
  // A drawing belongs to one version.
  if (comparing && composer.tool !== null) setComparing(false)
  const place = useRef<HTMLDivElement>(null)

  function select(note: ShownNote | null) {
    go(note, note?.shown_file ?? filePosition)
    if (note === null || note.shown_file !== filePosition) return
    player?.pause()
    if (note.shown_at !== null) player?.seekMs(note.shown_at)
    // A version may have fewer pages than the one the note was written for.
    if (note.page !== null) setPage(Math.min(note.page, pages ?? note.page))
  }

  const view: RoomView = {
    room,
    version,
    filePosition,
    openFile: files.openFile,
    stepFile: files.stepFile,
    rate,
    player,
    page,
    setPage,
    pages,
    setPages,
    notes,
    everyNote,
    selected,
    select,
    composer: reader !== 'creator' && version.accepts_notes ? composer : null,
    reader,
    save,
    openVersion,
    renewLinks,
  }
  useReportedPlace(reader === 'guest' ? null : version.id, { player, file: filePosition })
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
