import { matchingFile } from '#contract/matching-piece.ts'
import type { ReviewRoom, ReviewVersion } from '#contract/review-note-schemas.ts'

/** One of a version's files. */
export type RoomFile = ReviewVersion['files'][number]

/** Returns a version whose file facts are those of another one of its files. */
export function atFile(version: ReviewVersion, position: number): ReviewVersion {
  const file = version.files.find((one) => one.position === position)
  if (file === undefined) return version
  const { position: _, item_id: __, item_name: ___, ...facts } = file
  return { ...version, ...facts }
}

/** Returns a room with one file of a version on the stage, and for every other version the file that stands for it. */
export function roomAtFile(room: ReviewRoom, version: ReviewVersion, position: number): ReviewRoom {
  if (room.versions.every(({ files }) => files.length <= 1)) return room
  const file = version.files.find((one) => one.position === position)
  if (file === undefined) return room
  const versions = room.versions.map((other) =>
    other.id === version.id
      ? atFile(version, position)
      : atFile(other, matchingFile(file, { from: version.files, to: other.files })?.position ?? 1),
  )
  return { ...room, versions }
}
