import {
  type ComponentProps,
  type CSSProperties,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type PictureAddress, pictureAddress } from '#contract/picture-address.ts'
import type { Kind, likenessOf } from './picture-likeness.ts'
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
  const [address, behind] = useMemo(() => {
    const parts = pictureAddress(src)
    return [parts, parts && !plain ? placeholder(parts, kind) : null] as const
  }, [src, plain, kind])
  // On a server-rendered page it may have loaded, or failed, before anything listened.
  useEffect(() => {
    const { current } = image
    if (!current) return
    if (!current.complete) {
      if (address && !plain && current.style.background === '') void cover(current, address, kind)
    } else if (current.naturalWidth > 0) uncover(current)
    // A page with many pictures renders in slices.
    else startTransition(() => void current.dispatchEvent(new Event('error')))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- for the picture it begins with
  }, [])
  // oxlint-disable-next-line jsx-a11y/alt-text -- the caller must pass alt
  if (!address) return <img ref={image} src={src} style={style} {...rest} />
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

/**
 * Decodes likenesses: on a server, and in a browser once it is needed. A page that was rendered for its reader has its
 * placeholders already, and does not wait for 1 KiB of code that would make them again.
 */
let decode: typeof likenessOf | undefined

/** For a server, which renders placeholders at once. */
export const decodeBy = (decoder: typeof likenessOf): void => void (decode = decoder)

/** Gives a picture that is still loading its placeholder, which could not be decoded when it was rendered. */
async function cover(image: HTMLImageElement, address: PictureAddress, kind: Kind): Promise<void> {
  try {
    decode ??= (await import('./picture-likeness.ts')).likenessOf
  } catch {
    // Without a connection the picture does not come either.
    return
  }
  const background = placeholder(address, kind)
  if (background && !image.complete) image.style.background = background
}

/** The number of remembered placeholders: a server renders an unlimited number of pictures. */
const REMEMBERED = 500
const known = new Map<string, string | null>()

/**
 * The placeholder before the picture, as a CSS background; null if there is none, it is malformed, or it cannot be
 * decoded yet.
 */
function placeholder(address: PictureAddress, kind: Kind): string | null {
  const { blur } = address
  if (blur === null) return null
  const key = kind + blur
  let background = known.get(key)
  if (background === undefined) {
    background = (kind === 'likeness' && inPage(address)) || decode?.(blur, kind)
    if (background === undefined) return null
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
