import { UNDELIVERED_DAYS } from './uploads.ts'
import type { PreviewState } from './originals.ts'

/** Shown in place of a download until the originals open. */
export const originalLocked = (files: number): string =>
  `The ${files > 1 ? 'originals open' : 'original opens'} once the payment is released.`

/** Shown in place of a picture while there is no copy to look at. */
export const NOTHING_TO_SEE: Record<Exclude<PreviewState, 'ready'>, string> = {
  being_prepared: 'The preview is being prepared.',
  none: 'This file cannot be previewed.',
}

/** The progress of the copy that the brand looks at, as its creator sees it. */
export const PREVIEW_STATE_WORDS: Record<PreviewState, string> = {
  being_prepared: 'The brand’s preview is being prepared.',
  ready: 'The brand sees a marked preview until the payment is released.',
  none: 'We could not make a preview of this file: the brand sees its name alone until the payment is released.',
}

/** Shown before the creator hands in a file that no copy can be made of. */
export const UNSEEN_HAND_IN = {
  title: 'The brand cannot look at this file yet',
  why: 'We could not make a preview of it: it may be damaged, or of a kind we cannot read here. The original stays locked, so the brand sees its name alone until the payment is released.',
  what: 'If you can, export it again and upload that instead.',
  wait: 'Hand in when the money is held',
  waiting: `The button opens once the payment is in escrow, and we’ll let you know. Your file is kept for ${UNDELIVERED_DAYS} days: come back in this browser and hand it in.`,
  ready: 'The payment is in escrow now. You can hand it in.',
} as const

/** `position`: which file it is about, where there are several. */
export const openedBy = (name: string, position: number | null): string =>
  `${position === null ? 'Opened' : `File ${position} opened`} by ${name} on`
