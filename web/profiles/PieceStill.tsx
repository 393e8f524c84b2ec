import { use, useState } from 'react'
import { filmPoster } from '#contract/picture-address.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { firstFrame, pieceKind, safeHref } from './links.ts'

interface Props {
  url: string
  alt: string
  /** Its displayed width, as in `<img sizes>`. */
  sizes: string
  /** At the top of a page: loaded before everything else. */
  first?: boolean | undefined
}

/** A piece of a portfolio as a still: a picture, or a video's poster, or its first frame where it has none. */
export function PieceStill({ url, alt, sizes, first }: Props) {
  const { origin } = use(PageFactsContext)
  const [missing, setMissing] = useState<string | null>(null)
  const href = safeHref(url)
  const kind = pieceKind(url, origin)
  if (href === undefined || kind === 'page') return null
  const loads = first ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const)
  if (kind === 'image')
    return <Picture src={href} alt={alt} sizes={sizes} draggable={false} {...loads} />
  const poster = filmPoster(url)
  if (poster !== null && poster !== missing)
    return (
      <img
        // On a server-rendered page it may have failed before anything listened.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setMissing(poster)
        }}
        src={poster}
        alt={alt}
        {...loads}
        draggable={false}
        onError={() => setMissing(poster)}
      />
    )
  return (
    <video
      src={firstFrame(href)}
      preload="metadata"
      muted
      playsInline
      tabIndex={-1}
      aria-label={alt}
    />
  )
}
