import type { CSSProperties } from 'react'

/**
 * Makes the picture as large as its view (a container) allows, in the picture's aspect ratio: drawings then lie on it
 * exactly.
 */
export const fitted = (ratio: number): CSSProperties => ({
  aspectRatio: ratio,
  width: `min(100cqw, calc(100cqh * ${ratio}))`,
})
