import type { PreviewState } from './originals.ts'

/** In place of a download, until the original opens. */
export const ORIGINAL_LOCKED = 'The original opens once the payment is released.'

/** In place of a picture, while there is nothing to look at. */
export const NOTHING_TO_SEE: Record<Exclude<PreviewState, 'ready'>, string> = {
  being_prepared: 'The preview is being prepared.',
  none: 'This file cannot be previewed.',
}
