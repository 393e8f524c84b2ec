import type { PreviewState } from '#contract/originals.ts'
import { MARKED_COPIES, MARKED_RENDITIONS, PRIVATE_RENDITIONS } from '#contract/uploads.ts'
import type { Config } from '#server/config/config.ts'
import { signedFileUrl } from './signed-link.ts'
import type { FileRow } from './upload-store.ts'

type Linked = Pick<FileRow, 'id' | 'renditions'>

/**
 * The kinds of rendition that show a private file in the page: a still, the smaller copy, and a video's stills in one
 * picture.
 */
type Kind = 'poster' | 'preview' | 'storyboard'

/** The link's reader, and whether they may have more than the marked copies. */
export interface LinkReader {
  id: string | null
  mayOpen: boolean
}

const markedName = ({ renditions }: Pick<Linked, 'renditions'>, kind: Kind) =>
  kind === 'preview'
    ? MARKED_COPIES.find((name) => renditions.includes(name))
    : MARKED_RENDITIONS.find((name) => name === `marked_${kind}.webp` && renditions.includes(name))

const plainName = ({ renditions }: Pick<Linked, 'renditions'>, kind: Kind) =>
  PRIVATE_RENDITIONS.find((name) => name.startsWith(`${kind}.`) && renditions.includes(name))

/** Returns whether there is a copy that may be shown before the original opens. */
export const hasMarkedCopy = (file: Pick<Linked, 'renditions'>): boolean =>
  markedName(file, 'preview') !== undefined

/** Returns a link to the rendition that shows a private file in the page. Null if there is none (yet). */
export function renditionUrl(
  config: Config,
  file: Linked,
  kind: Kind,
  now: Date,
  reader: LinkReader = { id: null, mayOpen: true },
): string | null {
  const name = reader.mayOpen
    ? (plainName(file, kind) ?? markedName(file, kind))
    : markedName(file, kind)
  if (name === undefined) return null
  return signedFileUrl(config, file.id, now, { rendition: name, readerId: reader.id })
}

/**
 * Returns all links to a private file, for someone who may read it. The links work for a few minutes (decision P24).
 */
export const fileLinks = (config: Config, file: Linked, now: Date) => ({
  file_url: signedFileUrl(config, file.id, now),
  poster_url: renditionUrl(config, file, 'poster', now),
  preview_url: renditionUrl(config, file, 'preview', now),
})

/**
 * Returns the links to a delivery. Without access to the original, `file_url` is the marked copy too; null until there
 * is one.
 */
export function workLinks(config: Config, file: Linked, now: Date, reader: LinkReader) {
  const preview_url = renditionUrl(config, file, 'preview', now, reader)
  const { id: readerId } = reader
  return {
    file_url: reader.mayOpen ? signedFileUrl(config, file.id, now, { readerId }) : preview_url,
    poster_url: renditionUrl(config, file, 'poster', now, reader),
    preview_url,
  }
}

/** Returns the state of the copy that is shown instead of a delivery's original. */
export function previewState({
  renditions,
  prepared,
}: Pick<Linked, 'renditions'> & { prepared: boolean }): PreviewState {
  if (hasMarkedCopy({ renditions })) return 'ready'
  return prepared ? 'none' : 'being_prepared'
}
