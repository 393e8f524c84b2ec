import type { ErrorEntry } from './error-entry.ts'
import type { MoneyState } from './originals.ts'
import type { TransitionTable } from './transitions.ts'
import { paths } from './paths.ts'

/** The licence a brand holds for the work of a deal: when it begins, what ends it, and the code that proves it. */

export const LICENCE_STATUSES = ['granted', 'void'] as const
export type LicenceStatus = (typeof LICENCE_STATUSES)[number]

/** Why a licence is no longer valid. */
export const VOID_REASONS = ['refunded', 'charged_back'] as const
export type VoidReason = (typeof VOID_REASONS)[number]

/**
 * (none) ─grant→ granted   by the system, when the release of the money is ordered
 * granted ─void→ void      by the system, when the money went back after all
 * void ─reinstate→ granted by the system, when it did not: the card's bank gave a refund back, and it was released
 */
export const licenceTransitions = {
  void: { from: ['granted'], to: 'void', by: ['system'] },
  reinstate: { from: ['void'], to: 'granted', by: ['system'] },
} as const satisfies TransitionTable<LicenceStatus, 'system'>

/**
 * What the state of a deal's money means for its licence: the licence begins when the release is ordered, and ends when
 * the brand gets its money back. Every other state leaves it unchanged: a transfer that bounces does not end it,
 * because the brand has paid.
 */
export const LICENCE_OF_MONEY: Readonly<Record<MoneyState, 'grant' | 'keep' | VoidReason>> = {
  none: 'keep',
  pending: 'keep',
  failed: 'keep',
  held_in_escrow: 'keep',
  ordered_release: 'grant',
  ordered_refund: 'keep',
  ordered_part_refund: 'keep',
  ordered_agreed_refund: 'keep',
  part_decided: 'grant',
  sent_before: 'keep',
  released: 'grant',
  refunded: 'refunded',
  taken_back: 'charged_back',
}

/**
 * A decision that returns more than half of the money to the brand grants no licence, and ends an existing one: the
 * brand did not pay for the work (decision 0076). All amounts are cents.
 */
export const paidEnough = (deal: { amountCents: number; returnedCents: number }): boolean =>
  deal.returnedCents * 2 <= deal.amountCents

/** Crockford's base32: no I, L, O or U, which people misread. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 40 random bits: guessing one of a million codes takes a million guesses on average. */
export const CODE_LENGTH = 8
export const LICENCE_CODE = /^CW-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/

/**
 * Normalizes a typed code to its stored form: lower case, spaces and letters that look like digits are accepted. Null
 * for anything that is not a code.
 */
export function licenceCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replaceAll(/[\s–—-]/g, '')
    .replace(/^CW/, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const code = `CW-${plain.slice(0, 4)}-${plain.slice(4)}`
  return LICENCE_CODE.test(code) ? code : null
}

/** The number of characters of a file's hash that are shown; the comparison uses all 64. */
export const SHOWN_HASH = 12
/** Public keys of certificates, as a JSON Web Key Set. Old keys stay. */
export const LICENCE_KEYS_PATH = '/.well-known/licence-keys.json'

/** The X.509 certificates that PDF documents were signed with, as PEM. Old certificates stay. */
export const SIGNING_CERTIFICATES_PATH = '/.well-known/signing-certificates.pem'

/** The certificate of a licence as a PDF: a file, not a page. */
export const licenceDocumentPath = (code: string): string =>
  `${paths.licence(code)}/certificate.pdf`

export const licenceErrors = {
  'licence.not_found': {
    status: 404,
    message: 'No licence has this code. Check it against the certificate.',
  },
} as const satisfies Record<string, ErrorEntry>
