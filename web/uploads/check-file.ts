import { uploadMessages, type BucketRule } from '#contract/uploads.ts'

/** What is looked at before a file is sent; the server decides again, by the bytes. */
export interface FileFacts {
  name: string
  /** The browser's guess, '' when it has none. */
  type: string
  /** Bytes. */
  size: number
}

/** The sentence (SPEC §5) that says why a bucket will not take this file; null when it may be sent. */
export function refusal(file: FileFacts, rule: BucketRule): string | null {
  if (!rule.types.includes(file.type) && !rule.extensions.includes(extension(file.name))) {
    return uploadMessages.type(rule.extensions)
  }
  if (file.size > rule.maxBytes) return uploadMessages.tooLarge(rule.maxBytes)
  if (file.size === 0) return uploadMessages.tooSmall(1)
  return null
}

/** The `accept` attribute of a file input: types, and endings, as browsers know no type for some of them. */
export function acceptOf(rule: BucketRule): string {
  return [...rule.types, ...rule.extensions].join(',')
}

/** ".mp4" of "Reel.MP4"; '' without one. */
function extension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot === -1 ? '' : name.slice(dot).toLowerCase()
}
