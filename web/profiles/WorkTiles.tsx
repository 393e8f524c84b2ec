import { ArrowUpRight } from 'lucide-react'
import { use } from 'react'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { isShown, pieceName, piecesOf } from './piece.ts'
import { PieceStill } from './PieceStill.tsx'
import { usePieceViewer } from './use-piece-viewer.tsx'
import styles from './WorkTiles.module.css'

interface Props {
  /** Addresses of portfolio pieces. */
  works: readonly string[]
  owner: string
}

/** A few works next to a name, small; each opens large in place. Renders nothing without works. */
export function WorkTiles({ works, owner }: Props) {
  const { origin } = use(PageFactsContext)
  const pieces = piecesOf({ portfolio_urls: [...works], portfolio_captions: [] }, origin)
  const { open, viewer } = usePieceViewer(pieces, owner)
  if (pieces.length === 0) return null
  return (
    <div className={styles.tiles} role="group" aria-label={`Work by ${owner}`}>
      {pieces.map((piece, index) =>
        isShown(piece) ? (
          <button
            key={piece.key}
            type="button"
            aria-label={`Open ${pieceName(piece, index)}`}
            aria-haspopup="dialog"
            onClick={() => open(piece)}
          >
            <PieceStill url={piece.href} alt="" sizes="48px" />
          </button>
        ) : (
          <a
            key={piece.key}
            href={piece.href}
            target="_blank"
            rel="noreferrer nofollow"
            title={piece.title ?? undefined}
            aria-label={`Open ${pieceName(piece, index)}`}
          >
            <ArrowUpRight size={16} aria-hidden="true" />
          </a>
        ),
      )}
      {viewer}
    </div>
  )
}
