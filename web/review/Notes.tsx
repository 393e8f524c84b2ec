import { useState } from 'react'
import type { ReviewVersion } from '#contract/review-note-schemas.ts'
import { Time } from '#web/ui/Time.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Checklist } from '#web/checks/LazyChecklist.tsx'
import { MessageSquareText } from 'lucide-react'
import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { NoteCard } from './NoteCard.tsx'
import { NoteForm } from './NoteForm.tsx'
import styles from './Notes.module.css'
import { useRoom } from './room-context.ts'
import { roomWords as say } from './room-words.ts'
import { listedNotes, type NoteFilter, type NoteSort } from './shown-notes.ts'

const FILTERS: readonly NoteFilter[] = ['open', 'mine', 'all']
const SORTS: readonly NoteSort[] = ['time', 'newest']

/** All notes on the version: a list that is complete without the stage, and the field for more. */
export function Notes() {
  const { reader, notes, composer, version, room } = useRoom()
  const [filter, setFilter] = useState<NoteFilter>('all')
  const [sort, setSort] = useState<NoteSort>('time')
  const hint = composer || reader === 'creator' ? say.empty[`${reader}Hint`] : null
  const listed = listedNotes(notes, filter, sort, reader)
  return (
    <aside className={styles.panel} aria-label={say.notes}>
      <div className={styles.head}>
        <h2>
          {say.notes} <span className="num muted">{notes.length}</span>
        </h2>
        {notes.length > 0 ? (
          <>
            <SegmentedChoice
              className={styles.filter}
              label={say.filterLabel}
              options={FILTERS.map((value) => ({ value, label: say.filters[value] }))}
              value={filter}
              onChange={setFilter}
            />
            <Select
              className={styles.sort}
              aria-label={say.sortLabel}
              value={sort}
              onChange={({ target }) => setSort(target.value as NoteSort)}
            >
              {SORTS.map((value) => (
                <option key={value} value={value}>
                  {say.sorts[value]}
                </option>
              ))}
            </Select>
          </>
        ) : null}
      </div>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-label={say.list} tabIndex={0}>
        {reader === 'guest' || version.brief_version === null ? null : (
          <Checklist
            delivery={version}
            creatorName={room.creator.name}
            brandName={room.owner.name}
            answers={reader === 'owner' && version.status === 'pending'}
            inRoom
          />
        )}
        {version.said.map((said) => (
          <Said key={said.at} said={said} by={room.owner.name} />
        ))}
        {listed.length === 0 && version.said.length > 0 ? null : listed.length === 0 ? (
          <div className={styles.none}>
            <EmptyState
              icon={MessageSquareText}
              title={notes.length > 0 ? say.empty.filtered : say.empty[reader]}
              text={notes.length > 0 ? null : hint}
            />
          </div>
        ) : (
          <ol className={styles.list}>
            {listed.map((note, index) => (
              <NoteCard key={note.id} note={note} index={index + 1} of={listed.length} />
            ))}
          </ol>
        )}
      </div>
      {composer ? <NoteForm composer={composer} /> : null}
    </aside>
  )
}

/** The brand's text about the version as a whole, from sending its notes or requesting a revision. */
function Said({ said, by }: { said: ReviewVersion['said'][number]; by: string }) {
  return (
    <section className={styles.said}>
      <h3 className={said.asks ? styles.asks : undefined}>
        {said.asks ? say.said.asks : say.said.beside}
      </h3>
      <p className={styles.body}>{said.text}</p>
      <p className={styles.by}>
        {by}
        <span className="sep">·</span>
        <Time value={said.at} exact />
      </p>
    </section>
  )
}
