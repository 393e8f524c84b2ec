import { ArrowUpRight, Play } from 'lucide-react'
import { use } from 'react'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { hostOf, pieceKind, safeHref } from './links.ts'
import styles from './PortfolioPiece.module.css'

/** One piece of a portfolio at 9:14: a picture, a film's first frame, or the name of the page it leads to. */
export function PortfolioPiece({ url, index }: { url: string; index: number }) {
  const { origin } = use(PageFactsContext)
  const href = safeHref(url)
  if (!href) return null
  const kind = pieceKind(url, origin)
  return (
    <a
      className={styles.piece}
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open portfolio piece ${index + 1}${kind === 'page' ? `, ${hostOf(url)}` : ''}`}
    >
      {kind === 'image' ? <img src={href} alt="" loading="lazy" /> : null}
      {kind === 'video' ? (
        <>
          <video src={`${href}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} />
          <span className={styles.mark}>
            <Play size={16} aria-hidden="true" />
          </span>
        </>
      ) : null}
      {kind === 'page' ? (
        <span className={styles.page}>
          <span className={styles.host}>{hostOf(url)}</span>
          <ArrowUpRight size={18} aria-hidden="true" />
        </span>
      ) : null}
    </a>
  )
}
