/** The parts of a note that a person may change while it is being saved. */
interface Written {
  body: string
  until_ms: number | null
  place: object | null
  drawing: object | null
}

/**
 * What remains to be saved of a note that was typed on while its first words were being saved: text that only
 * continues those words remains without them, any other text as a whole. The same for its range, point and drawing.
 */
export function unsavedPart<Note extends Written>(now: Note, saved: Written): Note {
  const text = now.body.trimStart()
  const words = saved.body.trim()
  return {
    ...now,
    body: text.startsWith(words) ? text.slice(words.length).trimStart() : now.body,
    until_ms: now.until_ms === saved.until_ms ? null : now.until_ms,
    place: now.place === saved.place ? null : now.place,
    drawing: now.drawing === saved.drawing ? null : now.drawing,
  }
}
