import { type BucketRule, uploadMessages } from '#contract/uploads.ts'

/** How long to wait for a browser to read a file's length, in ms. */
const PATIENCE_MS = 8_000

/**
 * Returns which of the chosen files are within the playing time that their bucket allows, and the sentence for those
 * that are not. A browser cannot measure what it cannot play: there the server decides.
 */
export async function tooLongAmong(
  files: readonly File[],
  { maxSeconds }: BucketRule,
): Promise<{ taken: File[]; refusal: string | null }> {
  if (maxSeconds === undefined) return { taken: [...files], refusal: null }
  const lengths = await Promise.all(files.map(playLength))
  // Whole seconds, as the server counts.
  const taken = files.filter((_, at) => Math.floor(lengths[at] ?? 0) <= maxSeconds)
  const isAll = taken.length === files.length
  return { taken, refusal: isAll ? null : uploadMessages.tooLong(maxSeconds) }
}

/** The duration of a video, in seconds; null for anything else and for what the browser cannot read. */
function playLength(file: File): Promise<number | null> {
  if (!file.type.startsWith('video/')) return Promise.resolve(null)
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const address = URL.createObjectURL(file)
    const answer = (seconds: number | null) => {
      clearTimeout(timer)
      URL.revokeObjectURL(address)
      video.removeAttribute('src')
      resolve(seconds)
    }
    const timer = setTimeout(() => answer(null), PATIENCE_MS)
    video.preload = 'metadata'
    // A recording without a length in its header reports Infinity.
    video.addEventListener('loadedmetadata', () =>
      answer(Number.isFinite(video.duration) ? video.duration : null),
    )
    video.addEventListener('error', () => answer(null))
    video.src = address
  })
}
