import { includedTax } from '#contract/money.ts'
import type { Correctable, DocumentTax } from '#server/documents/record/document-store.ts'
import type { TaxDecision } from '#server/tax/tax-engine.ts'

/** Returns the tax that a fee of this many cents includes. */
export function taxOf({ kind, bps }: TaxDecision, name: string, cents: number): DocumentTax {
  const amount = includedTax(cents, bps)
  return { kind, name, bps, net: cents - amount, amount }
}

/**
 * Returns the tax that a credit note of this many cents reverses: at the rate of its document, and so that all its
 * credit notes together reverse the document's tax to the cent.
 */
export function creditedTax({ total, left, tax }: Correctable, cents: number): DocumentTax | null {
  if (tax === null) return null
  const before = total - left
  const amount = includedTax(before + cents, tax.bps) - includedTax(before, tax.bps)
  return { ...tax, net: cents - amount, amount }
}
