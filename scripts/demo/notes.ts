import { randomUUID } from 'node:crypto'
import type { NewAnswers } from '#contract/note-answer-schemas.ts'
import type { Drawing } from '#contract/review-drawings.ts'
import type { NoteKind } from '#contract/review-notes.ts'
import type { Session } from './session.ts'

/** A note of the demo, as its brand writes it. */
interface DemoNote {
  kind: NoteKind
  body: string
  at_ms?: number
  until_ms?: number
  drawing?: Drawing
}

/** About the first cut, six seconds long. */
const FIRST = {
  opening: {
    kind: 'must',
    body: 'The opening is over before I have arrived. Could it last twice as long?',
    at_ms: 0,
    until_ms: 1_600,
  },
  light: { kind: 'praise', body: 'This light. Please do not touch it.', at_ms: 1_520 },
  mark: {
    kind: 'must',
    body: 'The maker’s mark: two seconds of it, please, and none of them under the thumb.',
    at_ms: 3_520,
    drawing: { v: 1, shapes: [{ t: 'box', c: 0, w: 2, p: [3_000, 5_600, 7_000, 7_400] }] },
  },
  spoon: { kind: 'must', body: 'There is a spoon in the picture.', at_ms: 4_240 },
  steam: {
    kind: 'wish',
    body: 'A little steam here, if the cup still has some.',
    at_ms: 5_000,
    drawing: { v: 1, shapes: [{ t: 'arrow', c: 1, w: 2, p: [8_200, 1_800, 5_400, 3_600] }] },
  },
  sound: { kind: 'question', body: 'Is the sound your kitchen, or from a library?' },
} as const satisfies Record<string, DemoNote>

/** About the second one, eight seconds long. */
const FADE: DemoNote = {
  kind: 'wish',
  body: 'Could the last second fade less quickly?',
  at_ms: 7_000,
  until_ms: 7_960,
}
const HANDLE: DemoNote = { kind: 'must', body: 'The handle is soft here.', at_ms: 2_040 }

/** Saves a draft. Returns its id. */
async function write(seller: Session, version: string, note: DemoNote): Promise<string> {
  const id = randomUUID()
  await seller.call('review.save_draft', { params: { id: version }, body: { id, ...note } })
  return id
}

/**
 * Plays a review of two versions, after which there is a note in every state. `handIn` submits the second version with
 * the given answers and returns its id.
 */
export async function reviewInNotes(
  { seller, creator }: { seller: Session; creator: Session },
  first: string,
  words: string,
  handIn: (answers: NewAnswers) => Promise<string>,
): Promise<void> {
  const ids = {} as Record<keyof typeof FIRST, string>
  for (const name of Object.keys(FIRST) as (keyof typeof FIRST)[])
    ids[name] = await write(seller, first, FIRST[name])
  await seller.call('review.send', {
    params: { id: first },
    body: { notes: Object.values(ids), request_changes: true, text: words },
  })
  await seller.call('review.withdraw', { params: { id: ids.spoon } })
  await creator.call('review.answer', {
    params: { id: ids.sound },
    body: { done: true, text: 'The kitchen. You can hear the neighbour’s radio at the end.' },
  })
  await seller.call('review.reply', {
    params: { id: ids.sound },
    body: { id: randomUUID(), body: 'Then please keep the radio.' },
  })
  const second = await handIn([
    { note_id: ids.opening, done: true, text: null },
    { note_id: ids.mark, done: true, text: 'From 0:05, and for as long as you asked.' },
    {
      note_id: ids.steam,
      done: false,
      text: 'The cup was cold by then, and I would rather not fake it.',
    },
  ])
  await seller.call('review.resolve', { params: { id: ids.opening } })
  const fade = await write(seller, second, FADE)
  await seller.call('review.send', {
    params: { id: second },
    body: { notes: [fade], request_changes: false },
  })
  await write(seller, second, HANDLE)
}
