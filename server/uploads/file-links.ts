import { PRIVATE_RENDITIONS } from '#contract/uploads.ts'
import type { Config } from '#server/config/config.ts'
import { signedFileUrl } from './signed-link.ts'
import type { FileRow } from './upload-store.ts'

type Linked = Pick<FileRow, 'id' | 'renditions'>

/** A link to what shows a private file in the page: a still, or the smaller copy. Null if there is none (yet). */
export function renditionUrl(
  config: Config,
  file: Linked,
  kind: 'poster' | 'preview' | 'storyboard',
  now: Date,
): string | null {
  const name = PRIVATE_RENDITIONS.find(
    (one) => one.startsWith(`${kind}.`) && file.renditions.includes(one),
  )
  return name === undefined ? null : signedFileUrl(config, file.id, now, name)
}

/** All links to a private file, for someone who may read it. They open for a few minutes (decision P24). */
export const fileLinks = (config: Config, file: Linked, now: Date) => ({
  file_url: signedFileUrl(config, file.id, now),
  poster_url: renditionUrl(config, file, 'poster', now),
  preview_url: renditionUrl(config, file, 'preview', now),
})
