import { type ReactNode, useState } from 'react'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { isShown, type Piece } from './piece.ts'

const PieceViewer = lazyComponent(async () => (await import('./PieceViewer.tsx')).PieceViewer)

/** Opens one of these pieces large; the others that can be shown follow it. Render `viewer` next to the tiles. */
export function usePieceViewer(
  pieces: readonly Piece[],
  owner: string,
  profileId?: string,
): { open: (piece: Piece) => void; viewer: ReactNode } {
  const [key, setKey] = useState<string | null>(null)
  const shown = pieces.filter(isShown)
  const at = shown.findIndex((piece) => piece.key === key)
  return {
    open: (piece) => setKey(piece.key),
    viewer:
      at >= 0 ? (
        <PieceViewer
          pieces={shown}
          first={at}
          owner={owner}
          profileId={profileId}
          onClose={() => setKey(null)}
        />
      ) : null,
  }
}
