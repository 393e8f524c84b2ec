import { use } from 'react'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { pieceKind, safeHref } from './links.ts'
import styles from './WorkPictures.module.css'

/** As many as stand in one row. */
const SHOWN = 3

/** The first pictures of a person's work in a row; nothing if there are none. */
export function WorkPictures({ urls }: { urls: readonly string[] }) {
  const { origin } = use(PageFactsContext)
  const pictures = urls
    .filter((url) => pieceKind(url, origin) === 'image')
    .flatMap((url) => safeHref(url) ?? [])
    .slice(0, SHOWN)
  if (pictures.length === 0) return null
  return (
    <div className={styles.row}>
      {pictures.map((src, index) => (
        <Picture key={src} src={src} sizes="160px" alt={`Work ${index + 1}`} />
      ))}
    </div>
  )
}
