import type { Licence } from '#contract/licence-schemas.ts'
import { STANDARD_TERMS } from '#contract/licence-rights.ts'

const valid: Licence = {
  id: null,
  code: 'CW-0000-0001',
  status: 'granted',
  void_reason: null,
  terms: STANDARD_TERMS,
  terms_hash: '0'.repeat(64),
  sentence: 'What the brand may do with the work.',
  seller_name: 'A brand',
  creator_name: 'A creator',
  granted_at: '2026-01-01T12:00:00Z',
  ends_on: null,
  extended_months: 0,
  voided_at: null,
  files: [{ name: 'film.mp4', size: 1_000_000, sha256: '0'.repeat(64), ai_parts: ['voice'] }],
  certificate: 'signed',
  document_sha256: '0'.repeat(64),
}

/**
 * Licences that together show every part the check page can have: the page carries the styles that they use
 * (scripts/prerender.ts).
 */
export const sampleLicences: readonly Licence[] = [
  valid,
  { ...valid, files: [], certificate: null, document_sha256: null },
  { ...valid, status: 'expired', ends_on: '2026-02-01' },
  { ...valid, status: 'void', void_reason: 'refunded', voided_at: '2026-02-01T12:00:00Z' },
]
