import type { CSSProperties } from 'react'

/** As large as fits into its view (a container), in the shape of the picture: drawings then lie on it exactly. */
export const fitted = (ratio: number): CSSProperties => ({
  aspectRatio: ratio,
  width: `min(100cqw, calc(100cqh * ${ratio}))`,
})
