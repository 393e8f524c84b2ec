import { createRequire } from 'node:module'
import type * as Stdnum from 'stdnum'

/** Loaded with the first number: it is 300 files, which otherwise every process would read at startup. */
const load = createRequire(import.meta.url)
const stdnum = (): typeof Stdnum => load('stdnum') as typeof Stdnum

/**
 * A United States social security number as people write it: it belongs to a person, and has as many digits as an EIN.
 */
const OF_A_PERSON = /^\d{3}-\d{2}-\d{4}$/

/**
 * Returns whether this is a tax number of a business in a country, by its format and check digits, without asking a
 * registry. For countries whose formats are not known, letters, digits and signs are accepted.
 */
export function isTaxId(country: string, id: string): boolean {
  if (country === 'US' && OF_A_PERSON.test(id)) return false
  const { entityValidators, euVat } = stdnum()
  const known = [...(entityValidators[country] ?? []), ...(euVat[country] ?? [])]
  if (known.length === 0) return /^[\p{L}\p{N}][\p{L}\p{N} ./-]{3,39}$/u.test(id)
  return known.some((number) => number.validate(id).isValid)
}

/** Returns whether it is a VAT number, which other countries accept for reverse charge. */
export const isVatId = (country: string, id: string): boolean =>
  (stdnum().euVat[country] ?? []).some((number) => number.validate(id).isValid)
