import { countryName } from '#contract/countries.ts'
import type { TaxProfile } from '#contract/tax-schemas.ts'
import { taxIdLine } from '#contract/tax-words.ts'

/**
 * Returns a party of a document: as they want to be named on documents, or else by their name here. In what the other
 * side of a deal reads, a private person has no address, because it is where they live.
 */
export function partyOf(
  name: string,
  profile: TaxProfile | null,
  isShared = false,
): { name: string; address: string[] } {
  if (profile === null) return { name, address: [] }
  const { legal_name: legalName, address, country, business, tax_id: taxId } = profile
  return {
    name: legalName,
    address: [
      ...(isShared && !business ? [] : address.split('\n')),
      countryName(country),
      ...(taxId === null ? [] : [taxIdLine(taxId)]),
    ],
  }
}
