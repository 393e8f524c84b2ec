import {
  type ComponentProps,
  type CSSProperties,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'
import { rgbaToDataURL, thumbHashToAverageRGBA, thumbHashToRGBA } from 'thumbhash'
import { type PictureAddress, pictureAddress } from '#contract/picture-address.ts'
import { avifSet, webpSet } from './picture-set.ts'

type OwnAttributes = 'src' | 'srcSet' | 'sizes' | 'alt' | 'ref' | 'onLoad' | 'style'

interface Props extends Omit<ComponentProps<'img'>, OwnAttributes> {
  src: string
  alt: string
  /** Its displayed width, as in `<img sizes>`: "(max-width: 719px) 100vw, 400px". */
  sizes: string
  /** No placeholder: for faces only a few px wide. */
  plain?: boolean
  /** Has no background: the placeholder is in the background. */
  style?: Omit<CSSProperties, 'background'>
}

/**
 * One of our pictures in the smallest rendition that is sharp at its size, with a blurred placeholder until it loads,
 * or only its colour if it loads before it comes into view. Pictures from elsewhere (a Google portrait, a file just
 * chosen) are shown as they are.
 */
export function Picture({ src, sizes, plain, style, ...rest }: Props) {
  const image = useRef<HTMLImageElement>(null)
  // Kept: when a card moves in its list and `loading` changes, no new placeholder may appear behind a loaded picture.
  const [kind] = useState<Kind>(rest.loading === 'lazy' ? 'colour' : 'likeness')
  // On a server-rendered page it may have loaded, or failed, before anything listened.
  useEffect(() => {
    const { current } = image
    if (!current?.complete) return
    if (current.naturalWidth > 0) uncover(current)
    // A page with many pictures renders in slices.
    else startTransition(() => void current.dispatchEvent(new Event('error')))
  }, [])
  const address = pictureAddress(src)
  // oxlint-disable-next-line jsx-a11y/alt-text -- the caller must pass alt
  if (!address) return <img ref={image} src={src} style={style} {...rest} />
  const behind = plain ? null : placeholder(address, kind)
  return (
    <picture style={{ display: 'contents' }}>
      <source type="image/avif" srcSet={avifSet(address)} sizes={sizes} />
      {/* oxlint-disable-next-line jsx-a11y/alt-text -- the caller must pass alt */}
      <img
        ref={image}
        src={`${address.stem}.webp`}
        srcSet={webpSet(address)}
        sizes={sizes}
        decoding="async"
        style={behind ? { ...style, background: behind } : style}
        onLoad={({ currentTarget }) => uncover(currentTarget)}
        {...rest}
      />
    </picture>
  )
}

/**
 * Removes the placeholder, which would show through a transparent picture. It is removed from the element and not
 * through state, because a page whose thirty pictures had all loaded rendered each of them again before it could be
 * used. A picture with another placeholder gets it from React.
 */
function uncover({ style }: HTMLImageElement): void {
  style.background = ''
}

/** A picture of 16 x 16 dots, or one colour. */
type Kind = 'likeness' | 'colour'

/** The number of remembered placeholders: a server renders an unlimited number of pictures. */
const REMEMBERED = 500
const known = new Map<string, string | null>()

/** The placeholder before the picture, as a CSS background; null if there is none or it is malformed. */
function placeholder(address: PictureAddress, kind: Kind): string | null {
  const { blur } = address
  if (blur === null) return null
  const key = kind + blur
  let background = known.get(key)
  if (background === undefined) {
    background = (kind === 'likeness' && inPage(address)) || decode(blur, kind)
    if (known.size >= REMEMBERED) known.clear()
    known.set(key, background)
  }
  return background
}

/** The likeness that a server-rendered page shows already: decoding one takes a slow phone 50 ms. */
function inPage({ stem }: PictureAddress): string | null {
  if (import.meta.env.SSR) return null
  const shown = document.querySelector<HTMLElement>(`img[src="${stem}.webp"]`)?.style.background
  return shown?.includes('url(') ? shown : null
}

function decode(blur: string, kind: Kind): string | null {
  try {
    const text = atob(blur.replace(/-/g, '+').replace(/_/g, '/'))
    const hash = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    if (kind === 'likeness') return `center / cover no-repeat url(${likeness(hash)})`
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
function likeness(hash: Uint8Array): string {
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
