import { use } from 'react'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { pieceKind, safeHref } from './links.ts'
import { PieceStill } from './PieceStill.tsx'
import styles from './WorkPictures.module.css'

/** The number that fits in one row. */
const SHOWN = 3

/** A person's first works in a row, videos as stills; renders nothing if there are none. */
export function WorkPictures({ urls }: { urls: readonly string[] }) {
  const { origin } = use(PageFactsContext)
  const works = urls
    .filter((url) => pieceKind(url, origin) !== 'page' && safeHref(url) !== undefined)
    .slice(0, SHOWN)
  if (works.length === 0) return null
  return (
    <div className={styles.row}>
      {works.map((url, index) => (
        <PieceStill key={url} url={url} sizes="160px" alt={`Work ${index + 1}`} />
      ))}
    </div>
  )
}
