import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Media } from '#contract/media.ts'
import { NOTE_LIMITS } from '#contract/review-notes.ts'
import { placeText } from '#contract/review-note-words.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { MailPicture } from '#server/mail/mail-tasks.ts'
import { renditionPath } from '#server/uploads/file-address.ts'
import type { MediaTools } from '#server/uploads/renditions.ts'
import { fileById, type FileRow } from '#server/uploads/upload-store.ts'
import { drawStill } from './draw-still.ts'
import { type NoteRow, notesOfSending } from '#server/review/notes/note-store.ts'
import { fileOfVersion, mediaOf } from './review-store.ts'

/** The longest time, in ms, that a mail waits for its pictures. After that it is sent without them. */
const PATIENCE_MS = 60_000

type Work = FileRow & { media: Media | null }

/**
 * Returns the frames that a sending's mail shows, with what was drawn on them: at most three, those with drawings
 * first. For a video it is the frame at the note's moment, or the nearest tile of its storyboard; for a picture its
 * copy. A frame that cannot be made is left out: the mail says everything in words.
 */
export async function stillsOf(
  deps: Deps,
  tools: MediaTools,
  sendingId: string,
): Promise<MailPicture[]> {
  const notes = await notesOfSending(deps.pool, sendingId)
  const shown = notes
    .filter((note) => note.at_ms !== null || note.drawing !== null)
    .toSorted((a, b) => Number(b.drawing !== null) - Number(a.drawing !== null))
    .slice(0, NOTE_LIMITS.stills)
    .toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
  if (shown.length === 0) return []
  const late = new AbortController()
  const work = makeStills(deps, tools, shown, late.signal)
  const gaveUp = pause(PATIENCE_MS, [], { signal: late.signal }).catch(() => [])
  const made = await Promise.race([work, gaveUp])
  late.abort()
  return made
}

async function workOf({ pool }: Deps, note: NoteRow): Promise<Work | null> {
  const id = await fileOfVersion(pool, note.deliverable_id, note.file_position)
  const file = id === null ? null : await fileById(pool, id)
  if (file === null) return null
  return { ...file, media: (await mediaOf(pool, [file.id])).get(file.id) ?? null }
}

async function makeStills(
  deps: Deps,
  tools: MediaTools,
  notes: readonly NoteRow[],
  late: AbortSignal,
): Promise<MailPicture[]> {
  await mkdir(tools.folder, { recursive: true })
  const folder = await mkdtemp(join(tools.folder, 'stills-'))
  const pictures: MailPicture[] = []
  try {
    for (const note of notes) {
      if (late.aborted) break
      const file = await workOf(deps, note)
      if (file === null) continue
      const picture = await stillOf(tools, file, note, folder).catch((error: unknown) => {
        deps.log.info({ err: error, note: note.id }, 'a mail goes without a still')
        return null
      })
      if (picture !== null) pictures.push(picture)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return pictures
}

async function stillOf(
  tools: MediaTools,
  file: Work,
  note: NoteRow,
  folder: string,
): Promise<MailPicture | null> {
  const frame = await frameOf(tools, file, note, folder)
  if (frame === null) return null
  const where = placeText(note)
  return {
    name: `note-${note.number ?? 0}.jpg`,
    alt: note.drawing === null ? 'The frame' : 'The frame with what was drawn on it',
    caption: where === '' ? `Note ${note.number}` : `Note ${note.number}, at ${where}`,
    ...(await drawStill(frame, note.drawing)),
  }
}

/** Returns a local picture of what the note is about, as a path or its bytes. Null where there is nothing to show. */
async function frameOf(
  tools: MediaTools,
  file: Work,
  note: NoteRow,
  folder: string,
): Promise<string | Buffer | null> {
  if (note.at_ms === null) {
    return fetched(tools, file, ['marked.webp', 'preview.webp'], folder)
  }
  const video = await fetched(tools, file, ['marked.mp4', 'preview.mp4'], folder)
  if (video !== null && tools.video !== null) {
    const to = join(folder, `${note.id}.png`)
    try {
      await tools.video.frame({ from: video, seconds: note.at_ms / 1_000, to })
      return to
    } catch {
      // The tile below shows the same second.
    }
  }
  return tileOf(tools, file, note.at_ms, folder)
}

async function tileOf(
  tools: MediaTools,
  file: Work,
  atMs: number,
  folder: string,
): Promise<Buffer | null> {
  const board = file.media?.storyboard ?? null
  const names = ['marked_storyboard.webp', 'storyboard.webp']
  const sheet = board === null ? null : await fetched(tools, file, names, folder)
  if (board === null || sheet === null) return null
  const tile = Math.min(board.tiles - 1, Math.trunc(atMs / board.every_ms))
  return sharp(sheet)
    .extract({
      left: (tile % board.columns) * board.width,
      top: Math.trunc(tile / board.columns) * board.height,
      width: board.width,
      height: board.height,
    })
    .png()
    .toBuffer()
}

/** Returns a local copy of the first of these renditions that the file has. */
async function fetched(
  { files }: MediaTools,
  { id, path, renditions }: Pick<Work, 'id' | 'path' | 'renditions'>,
  names: readonly string[],
  folder: string,
): Promise<string | null> {
  const name = names.find((one) => renditions.includes(one))
  const stream = name === undefined ? null : await files.open(renditionPath(path, name))
  if (name === undefined || stream === null) return null
  // A sending may show several files, so each local copy is named after its file.
  const to = join(folder, `${id}-${name}`)
  await pipeline(stream, createWriteStream(to))
  return to
}
