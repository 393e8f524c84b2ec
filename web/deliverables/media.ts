/** How a deliverable can be viewed inside the page. */
export type MediaKind = 'video' | 'image' | 'pdf' | 'text' | 'other'

/** Video plays, an image is shown, PDF and text are read; anything else opens in its own tab. */
export function mediaKind(fileType: string): MediaKind {
  if (fileType.startsWith('video/')) return 'video'
  if (fileType.startsWith('image/')) return 'image'
  if (fileType === 'application/pdf') return 'pdf'
  if (fileType === 'text/plain') return 'text'
  return 'other'
}

/** Formats a link for people: without the scheme and a trailing slash. */
export function webLinkText(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}

/** Formats seconds as a clock: "0:34", "1:02:03". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [
    Math.floor(whole / 3_600),
    Math.floor((whole % 3_600) / 60),
    whole % 60,
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
