import type { ShownLicenceStatus } from './licence-term.ts'
import type { VoidReason } from './licences.ts'

/** SPEC §6: what a brand receives after approval and payment. Shown in the terms and on a finished deal. */
export const LICENCE_WORDS = {
  title: 'Licence',
  grant:
    'After approval and payment the brand receives a worldwide, perpetual, royalty-free, non-exclusive licence to use, edit and publish it for its business, in any medium.',
  noTraining:
    'Brands may not use content for AI training, nor let others do so, without a written agreement with the creator.',
  other:
    'A project may state another licence. It is shown before anyone names a price, and counts instead of this one.',
  expired: 'Its last day is over, so the work may not be used any more.',
  owner: 'The creator makes the content and owns it.',
  more: 'Rights in the content',
} as const

/** The state in one word. */
export const LICENCE_STATUS_WORDS: Readonly<Record<ShownLicenceStatus, string>> = {
  granted: 'Valid',
  expired: 'Expired',
  void: 'Void',
}

export const VOID_WORDS: Readonly<Record<VoidReason, string>> = {
  refunded: 'The money, or most of it, went back to the brand, so the work may not be used.',
  charged_back: 'The brand’s bank took the payment back, so the work may not be used.',
}
