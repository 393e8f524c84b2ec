import { ArrowUpRight, Play } from 'lucide-react'
import type { MouseEvent } from 'react'
import { hostOf } from './links.ts'
import { isShown, type Piece, pieceName } from './piece.ts'
import { PieceStill } from './PieceStill.tsx'
import styles from './PortfolioPiece.module.css'

interface Props {
  piece: Piece
  /** Its place in the portfolio, from 0. */
  index: number
  /** The width it is displayed at, as in `<img sizes>`. */
  sizes: string
  /** Opens it in the viewer. Not called for a page on another site, which opens in its own tab. */
  onOpen: () => void
}

/**
 * One piece of a portfolio at 9:14: a picture, a film's first frame, or the name of the page it leads to. It is a link
 * to the file in any case, so it also opens in a new tab, and before the app has loaded.
 */
export function PortfolioPiece({ piece, index, sizes, onOpen }: Props) {
  const shown = isShown(piece)
  function open(event: MouseEvent) {
    if (!shown || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  const tile = (
    <a
      className={styles.piece}
      href={piece.href}
      {...(shown ? { 'aria-haspopup': 'dialog' } : { target: '_blank', rel: 'noreferrer' })}
      aria-label={`Open ${pieceName(piece, index)}`}
      onClick={open}
    >
      <PieceFace piece={piece} sizes={sizes} />
    </a>
  )
  return (
    <figure className={styles.figure}>
      {tile}
      {piece.caption ? <figcaption className={styles.caption}>{piece.caption}</figcaption> : null}
    </figure>
  )
}

/** The content of a piece's tile. */
function PieceFace({ piece, sizes }: { piece: Piece; sizes: string }) {
  const { kind, href } = piece
  if (kind === 'page') {
    return (
      <span className={styles.page}>
        <span className={styles.host}>{hostOf(href)}</span>
        <ArrowUpRight size={18} aria-hidden="true" />
      </span>
    )
  }
  return (
    <>
      <PieceStill url={href} sizes={sizes} alt="" />
      {kind === 'video' ? (
        <span className={styles.mark}>
          <Play size={16} aria-hidden="true" />
        </span>
      ) : null}
    </>
  )
}
