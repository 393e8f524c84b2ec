/**
 * Shown below the part of a text that may be read: to the brand, and to its guest, who cannot read more later either.
 */
export const TEXT_BEGINNING = {
  brand: 'This is the beginning. The rest opens once the payment is released.',
  guest: 'This is the beginning. The brand reads the rest once the payment is released.',
} as const
