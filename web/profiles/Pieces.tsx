import { useState } from 'react'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { isShown, type Piece } from './piece.ts'
import { PortfolioPiece } from './PortfolioPiece.tsx'

const PieceViewer = lazyComponent(async () => (await import('./PieceViewer.tsx')).PieceViewer)

interface Props {
  pieces: readonly Piece[]
  /** Whose they are, for the viewer's title. */
  owner: string
  /** The width of a tile, as in `<img sizes>`. */
  sizes: string
}

/** The tiles of a portfolio, in the caller's grid. One that can be shown here opens large, and the others follow it. */
export function Pieces({ pieces, owner, sizes }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const shown = pieces.filter(isShown)
  const at = shown.findIndex(({ key }) => key === open)
  return (
    <>
      {pieces.map((piece, index) => (
        <PortfolioPiece
          key={piece.key}
          piece={piece}
          index={index}
          sizes={sizes}
          onOpen={() => setOpen(piece.key)}
        />
      ))}
      {at >= 0 ? (
        <PieceViewer pieces={shown} first={at} owner={owner} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}
