import { useMutation } from '@tanstack/react-query'
import { MapPin, Pencil, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { momentText, rangeText } from '#contract/frames.ts'
import { NOTE_KINDS, NOTE_LIMITS, reviewMessages } from '#contract/review-notes.ts'
import { messageOf } from '#web/api/errors.ts'
import { mediaKind } from '#web/deliverables/media.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { tip } from './keys.ts'
import { KindIcon } from './NoteMark.tsx'
import styles from './NoteForm.module.css'
import { useRoom } from './room-context.ts'
import { kindWords, roomWords as say } from './room-words.ts'
import { type Composer, momentOf } from './use-composer.ts'
import { focusNoteField, useActs } from './use-keys.ts'
import { canBeDrawnOn } from './use-source.ts'
import { usePlayback } from './use-playback.ts'

/** The field for writing a note: typing stops the film, and fixes the note to what is on the stage. */
export function NoteForm({ composer }: { composer: Composer }) {
  const view = useRoom()
  const { version, player } = view
  const { typed, change } = composer
  const save = useMutation({ mutationFn: view.save })
  const act = useActs(view)
  const [missing, setMissing] = useState(false)
  const editing = view.notes.some(({ id }) => id === typed.id)
  const isPicture = mediaKind(version.file_type) === 'image' && canBeDrawnOn(version)

  /** From the first character on, the note belongs to this frame or page. */
  function onType(body: string) {
    setMissing(false)
    // While the note is being saved, it cannot be sent again.
    if (!save.isPending) save.reset()
    if (typed.fixed) return change({ body })
    player?.pause()
    change({ body, ...momentOf(view) })
  }

  async function add(event: FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    const body = typed.body.trim()
    if (body === '') {
      setMissing(true)
      focusNoteField()
      return
    }
    const { id, kind, place, drawing, ...rest } = typed
    const { at_ms, until_ms, page: on } = rest.fixed ? rest : { ...rest, ...momentOf(view) }
    try {
      await save.mutateAsync({
        id,
        kind,
        body,
        file_position: view.filePosition,
        at_ms,
        until_ms,
        page: on,
        place,
        drawing,
      })
      composer.endSaved(typed)
    } catch {
      // The error is shown below, and the typed text stays.
    }
  }

  const failure = missing
    ? reviewMessages.bodyRequired
    : save.error
      ? messageOf(save.error)
      : undefined
  return (
    <form className={styles.form} onSubmit={(event) => void add(event)}>
      <SegmentedChoice
        className={styles.kinds}
        label={say.compose.kind}
        options={NOTE_KINDS.map((value) => ({
          value,
          label: (
            <span className={styles.kind} title={kindWords[value].hint}>
              <KindIcon kind={value} />
              {kindWords[value].name}
            </span>
          ),
        }))}
        value={typed.kind}
        onChange={(kind) => change({ kind })}
      />
      <Field label={<span className="sr">{say.compose.label}</span>} error={failure}>
        <TextArea
          data-note-field=""
          className={styles.text}
          rows={2}
          aria-keyshortcuts="c"
          title={tip('comment')}
          placeholder={say.compose.placeholder[typed.kind]}
          maxLength={NOTE_LIMITS.body}
          value={typed.body}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add(event)
          }}
        />
      </Field>
      <div className={styles.where}>
        <Where composer={composer} />
        {player ? (
          <>
            <Button
              size="sm"
              variant="quiet"
              title={tip('rangeStart')}
              aria-keyshortcuts="i"
              onClick={() => act('rangeStart')}
            >
              {say.compose.rangeStart}
            </Button>
            <Button
              size="sm"
              variant="quiet"
              title={tip('rangeEnd')}
              aria-keyshortcuts="o"
              onClick={() => act('rangeEnd')}
            >
              {say.compose.rangeEnd}
            </Button>
          </>
        ) : null}
        {isPicture ? (
          <Button
            size="sm"
            variant="quiet"
            aria-pressed={composer.tool === 'place'}
            onClick={() => composer.setTool(composer.tool === 'place' ? null : 'place')}
          >
            <MapPin size={16} aria-hidden="true" />
            {say.tools.place}
          </Button>
        ) : null}
        {view.reader === 'owner' && canBeDrawnOn(version) ? (
          <Button
            size="sm"
            variant="quiet"
            aria-pressed={composer.tool !== null}
            title={tip('draw')}
            aria-keyshortcuts="d"
            onClick={() => act('draw')}
          >
            <Pencil size={16} aria-hidden="true" />
            {typed.drawing ? say.compose.drawn(typed.drawing.shapes.length) : say.compose.draw}
          </Button>
        ) : null}
      </div>
      <div className={styles.send}>
        {composer.blank ? null : (
          <Button size="sm" variant="quiet" onClick={() => composer.clear()}>
            {say.cancel}
          </Button>
        )}
        <Button type="submit" size="sm" variant="tonal" busy={save.isPending}>
          {editing ? say.compose.save : say.compose.add}
        </Button>
      </div>
    </form>
  )
}

/** The scope of the note: this moment, a range, a page, or the whole. */
function Where({ composer }: { composer: Composer }) {
  const view = useRoom()
  const { player, rate } = view
  const { typed, change } = composer
  // Until it is fixed, the note follows the film.
  usePlayback(player, (state) => (typed.fixed ? 0 : state.frame))
  const { at_ms, until_ms, page } = typed.fixed ? typed : { ...typed, ...momentOf(view) }
  if (at_ms === null && page === null && player === null && view.pages === null) return null
  const isWhole = at_ms === null && page === null
  const text = isWhole
    ? say.compose.whole
    : page !== null
      ? say.compose.onPage(page)
      : until_ms === null
        ? say.compose.atMoment(momentText(at_ms ?? 0, rate))
        : rangeText(at_ms ?? 0, until_ms, rate)
  return (
    <span className={styles.moment}>
      {text}
      {isWhole ? (
        <Button size="sm" variant="quiet" onClick={() => change(momentOf(view))}>
          {say.compose.takeMoment}
        </Button>
      ) : (
        <button
          type="button"
          aria-label={say.compose.dropMoment}
          title={say.compose.dropMoment}
          onClick={() => change({ fixed: true, at_ms: null, until_ms: null, page: null })}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
