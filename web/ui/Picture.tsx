import { useState, type ComponentProps } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { type PictureAddress, pictureAddress } from '#contract/uploads.ts'
import { avifSet, webpSet } from './picture-set.ts'

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes' | 'alt'> {
  src: string
  alt: string
  /** How wide it stands, as in `<img sizes>`: "(max-width: 719px) 100vw, 400px". */
  sizes: string
  /** No placeholder: for faces of a few px. */
  plain?: boolean
}

/**
 * A picture of ours in the smallest copy that is sharp where it stands, with a blurred likeness until it is there.
 * Pictures from elsewhere (a Google portrait, a file just chosen) are shown as they are.
 */
export function Picture({ src, sizes, plain, style, onLoad, ...rest }: Props) {
  const [shown, setShown] = useState<string | null>(null)
  const address = pictureAddress(src)
  // oxlint-disable-next-line jsx-a11y/alt-text -- alt is required of whoever shows a picture
  if (!address) return <img src={src} style={style} onLoad={onLoad} {...rest} />
  const blur = plain || shown === src ? null : blurUrl(address)
  return (
    <picture style={{ display: 'contents' }}>
      <source type="image/avif" srcSet={avifSet(address)} sizes={sizes} />
      {/* oxlint-disable-next-line jsx-a11y/alt-text -- alt is required of whoever shows a picture */}
      <img
        src={`${address.stem}.webp`}
        srcSet={webpSet(address)}
        sizes={sizes}
        decoding="async"
        style={blur ? { ...style, background: `center / cover no-repeat url(${blur})` } : style}
        onLoad={(event) => {
          // A picture one can see through must not keep its likeness behind it.
          setShown(src)
          onLoad?.(event)
        }}
        {...rest}
      />
    </picture>
  )
}

const known = new Map<string, string | null>()

/** The likeness as a data URL of some hundred bytes; null without one, or for letters that are none. */
function blurUrl({ blur }: PictureAddress): string | null {
  if (blur === null) return null
  let url = known.get(blur)
  if (url === undefined) {
    url = decode(blur)
    known.set(blur, url)
  }
  return url
}

function decode(blur: string): string | null {
  try {
    const text = atob(blur.replace(/-/g, '+').replace(/_/g, '/'))
    return thumbHashToDataURL(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
  } catch {
    return null
  }
}
