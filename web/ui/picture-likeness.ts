import { rgbaToDataURL, thumbHashToAverageRGBA, thumbHashToRGBA } from 'thumbhash'

/** A picture of 16 x 16 dots, or one colour. */
export type Kind = 'likeness' | 'colour'

/** The likeness of a picture from the hash in its address, as a CSS background; null if the hash is malformed. */
export function likenessOf(blur: string, kind: Kind): string | null {
  try {
    const text = atob(blur.replace(/-/g, '+').replace(/_/g, '/'))
    const hash = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    if (kind === 'likeness') return `center / cover no-repeat url(${dotsOf(hash)})`
    const { r, g, b, a } = thumbHashToAverageRGBA(hash)
    return `rgb(${[r, g, b].map((part) => `${part * 100}%`).join(' ')} / ${a})`
  } catch {
    return null
  }
}

/**
 * Every other dot of a hash's picture. A hash has at most seven waves a side, so it looks the same, and a page carries a
 * quarter of the 4 kB.
 */
function dotsOf(hash: Uint8Array): string {
  const { w, h, rgba } = thumbHashToRGBA(hash)
  const [width, height] = [w >> 1, h >> 1]
  const dots = Array.from({ length: width * height }, (_, n) => {
    const at = 4 * (2 * Math.floor(n / width) * w + 2 * (n % width))
    return rgba.slice(at, at + 4)
  })
  return rgbaToDataURL(
    width,
    height,
    dots.flatMap((dot) => [...dot]),
  )
}
