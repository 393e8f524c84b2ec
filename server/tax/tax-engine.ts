import { EU_COUNTRIES, type TaxKind } from '#contract/tax.ts'
import type { TaxProfile } from '#contract/tax-schemas.ts'
import type { TaxConfig } from '#server/config/tax-config.ts'
import { isVatId } from './tax-id.ts'

/** A sale of the platform: its service to a creator, for a fee. */
export interface TaxedSale {
  /** The buyer's tax details; null if they gave none. */
  buyer: TaxProfile | null
  /** The day of the sale, 'YYYY-MM-DD', UTC. */
  day: string
}

/** The tax on a sale. `bps` is the rate in basis points; `sentence` is printed. */
export interface TaxDecision {
  kind: TaxKind
  bps: number
  sentence: string | null
}

/**
 * Decides the tax on a sale. The product includes an engine that follows the operator's configuration; another engine
 * replaces it in `server/documents/document-issue.ts`. It must be synchronous: documents are created in a transaction, in
 * which no provider is called (PAYMENTS rule 1), so an engine that needs one reads what it fetched earlier.
 */
export interface TaxEngine {
  taxOn(sale: TaxedSale): TaxDecision
}

/**
 * Returns an engine that follows the operator's configuration. Without a country there is no tax. Buyers in that
 * country, and anyone who does not say where they are, pay the rate. In another country where reverse charge applies, a
 * business with a VAT number pays none and anyone else pays the rate. Elsewhere there is none.
 */
export function configuredTax(config: TaxConfig): TaxEngine {
  const { country, bps, sentences } = config
  const decided = (kind: TaxKind): TaxDecision => ({
    kind,
    bps: kind === 'domestic' ? bps : 0,
    sentence: sentences[kind],
  })
  return {
    taxOn({ buyer }) {
      if (country === null) return decided('none')
      if (buyer === null || buyer.country === country) return decided('domestic')
      if (!EU_COUNTRIES.includes(country) || !EU_COUNTRIES.includes(buyer.country))
        return decided('outside')
      return buyer.business && buyer.tax_id !== null && isVatId(buyer.country, buyer.tax_id)
        ? decided('reverse_charge')
        : decided('domestic')
    },
  }
}
