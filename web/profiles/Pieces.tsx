import type { Piece } from './piece.ts'
import { PortfolioPiece } from './PortfolioPiece.tsx'
import { usePieceViewer } from './use-piece-viewer.tsx'

interface Props {
  pieces: readonly Piece[]
  /** The owner's name, for the viewer's title. */
  owner: string
  /** The person whose profile shows them, where a piece may be reported from the viewer. */
  profileId?: string
  /** The width of a tile, as in `<img sizes>`. */
  sizes: string
}

/**
 * The tiles of a portfolio, in the caller's grid. A piece that can be shown here opens large, followed by the others.
 */
export function Pieces({ pieces, owner, profileId, sizes }: Props) {
  const { open, viewer } = usePieceViewer(pieces, owner, profileId)
  return (
    <>
      {pieces.map((piece, index) => (
        <PortfolioPiece
          key={piece.key}
          piece={piece}
          index={index}
          sizes={sizes}
          onOpen={() => open(piece)}
        />
      ))}
      {viewer}
    </>
  )
}
