import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COUNTRY_CODES, countryName } from './countries.ts'
import { licenceSentence } from './licence-sentence.ts'
import { lastDay, isOver } from './licence-term.ts'
import {
  canonicalTerms,
  HANDLE_DAYS,
  LICENCE_USES,
  type LicenceTerms,
  RIVAL_MONTHS,
  STANDARD_TERMS,
  TERM_MONTHS,
} from './licence-rights.ts'
import { statedTerms } from './licence-terms-schemas.ts'

/** The sentence that names a licence, and how long it runs. */

const GRANT =
  'After approval and payment the brand receives a worldwide, perpetual, royalty-free, non-exclusive licence to use, edit and publish it for its business, in any medium.'
const NO_TRAINING =
  'Brands may not use content for AI training, nor let others do so, without a written agreement with the creator.'

test('the standard licence is SPEC §6’s, word for word', () => {
  expect(licenceSentence(STANDARD_TERMS)).toBe(`${GRANT} ${NO_TRAINING}`)
})

test('a custom licence states every one of its terms', () => {
  const terms: LicenceTerms = {
    scope: ['paid_ads', 'website'],
    territory: ['CA', 'US'],
    term_months: 6,
    exclusive: true,
    edits: 'cut',
    ai_training: false,
    rivals_months: 1,
    raw_footage: true,
    handle_days: 30,
    credit: true,
  }
  expect(licenceSentence(terms)).toBe(
    'After approval and payment the brand receives an exclusive, royalty-free licence to use and publish it, shortened, captioned or in other formats, on its website and in its mails and in paid ads, in Canada and the United States, for 6 months from the release; the raw footage is part of it; ads may run from the creator’s own account for 30 days; the creator makes nothing for a competing brand for 1 month; the creator is named. ' +
      NO_TRAINING,
  )
})

const anyTerms = fc.record(
  {
    scope: fc.oneof(fc.constant('any' as const), fc.subarray([...LICENCE_USES], { minLength: 1 })),
    territory: fc.oneof(
      fc.constant('world' as const),
      fc.subarray([...COUNTRY_CODES], { minLength: 1, maxLength: 30 }),
    ),
    term_months: fc.constantFrom(null, ...TERM_MONTHS),
    exclusive: fc.boolean(),
    edits: fc.constantFrom(true, false, 'cut' as const),
    ai_training: fc.constant(false as const),
    rivals_months: fc.constantFrom(...RIVAL_MONTHS),
    raw_footage: fc.constant(true as const),
    handle_days: fc.constantFrom(...HANDLE_DAYS),
    credit: fc.constant(true as const),
  },
  { requiredKeys: ['scope', 'territory', 'term_months', 'exclusive', 'edits', 'ai_training'] },
)

test('different terms have different sentences and hashes, and every one forbids AI training', () => {
  fc.assert(
    fc.property(anyTerms, anyTerms, (one, other) => {
      const same = canonicalTerms(one) === canonicalTerms(other)
      expect(licenceSentence(one) === licenceSentence(other)).toBe(same)
      expect(licenceSentence(one)).toContain(NO_TRAINING)
      expect(licenceSentence(one)).not.toMatch(/undefined|NaN| {2}| ,|\.\./)
    }),
  )
})

test('the order in which terms are given makes no difference', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const turned = Object.fromEntries(
        Object.entries(terms)
          .toReversed()
          .map(([key, value]) => [key, Array.isArray(value) ? value.toReversed() : value]),
      ) as unknown as LicenceTerms
      expect(canonicalTerms(turned)).toBe(canonicalTerms(terms))
      expect(statedTerms.parse(turned)).toEqual(statedTerms.parse(terms))
    }),
  )
})

test.each([
  { scope: [] },
  { scope: ['radio'] },
  { territory: [] },
  { territory: ['XX'] },
  { territory: COUNTRY_CODES.slice(0, 31) },
  { term_months: 5 },
  { term_months: 0 },
  { ai_training: true },
  { raw_footage: false },
  { handle_days: 31 },
  { rivals_months: 2 },
  { more: 1 },
])('terms with %o are refused', (wrong) => {
  expect(statedTerms.safeParse(STANDARD_TERMS).success).toBe(true)
  expect(statedTerms.safeParse({ ...STANDARD_TERMS, ...wrong }).success).toBe(false)
})

test('every country has a name', () => {
  expect(COUNTRY_CODES).toHaveLength(249)
  expect(COUNTRY_CODES.filter((code) => countryName(code) === code)).toEqual([])
})

test.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28'],
  ['2027-12-31T23:59:59Z', 2, '2028-02-29'],
  ['2026-11-25T00:00:00Z', 12, '2027-11-25'],
  ['2026-08-31T00:00:00Z', 24, '2028-08-31'],
])('a licence granted at %s for %i months ends on %s', (granted, months, day) => {
  expect(lastDay(new Date(granted), months)).toBe(day)
})

test('a licence is over only once its last day is over everywhere on earth', () => {
  expect(isOver(null, new Date('2999-01-01T00:00:00Z'))).toBe(false)
  expect(isOver('2027-11-25', new Date('2027-11-26T11:59:59.999Z'))).toBe(false)
  expect(isOver('2027-11-25', new Date('2027-11-26T12:00:00Z'))).toBe(true)
})
