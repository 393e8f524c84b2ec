import { z } from 'zod'
import { COUNTRY_CODES } from '#contract/countries.ts'
import { basisPoints, hasWholeCents } from '#contract/money.ts'
import type { TaxKind } from '#contract/tax.ts'

/** The operator's own tax: who issues documents, and which tax applies to the fee. */
export interface TaxConfig {
  /** Null: no tax is charged. */
  country: string | null
  /** The rate of that country in basis points; the fee includes the tax. */
  bps: number
  /** The name of the tax: VAT, GST. */
  name: string
  /** Printed below a fee invoice that is taxed this way; null: nothing. */
  sentences: Readonly<Record<TaxKind, string | null>>
}

/** How the operator appears on documents: a name, and the lines below it. */
export interface DocumentIssuer {
  name: string
  address: readonly string[]
}

/** An operator's own certificate for signing PDF documents, and its key: paths of PEM files. */
export interface SignerFiles {
  certificate: string
  key: string
}

const sentence = z.string().trim().min(1).max(300).optional()
const country = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => COUNTRY_CODES.includes(code), 'is no country of ISO 3166-1 (two letters)')

/** The variables for documents and tax. */
export const taxEnvironment = {
  DOCUMENT_ISSUER: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('The legal name on receipts and invoices; BRAND_NAME without it.'),
  DOCUMENT_CERTIFICATE_FILE: z
    .string()
    .optional()
    .describe(
      'A file with the certificate (PEM, RSA) that PDF documents are signed with, followed by those that vouch for it. Without one the server makes its own, and PDF readers say that they do not know the issuer.',
    ),
  DOCUMENT_KEY_FILE: z
    .string()
    .optional()
    .describe('A file with the private key of that certificate (PEM, without a password).'),
  DOCUMENT_ADDRESS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split('|')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(z.string().max(120)).max(8))
    .describe(
      'What stands below that name, its lines separated by |: the address, the registration, the tax number.',
    ),
  TAX_COUNTRY: country
    .optional()
    .describe(
      'Where the operator is taxed (two letters). Without it no tax is charged. The fee is what creators agreed to; where tax is due, it is included.',
    ),
  TAX_PERCENT: z.coerce
    .number()
    .min(0)
    .max(50)
    .refine(hasWholeCents, 'has at most two decimals')
    .default(0)
    .describe(
      'The rate in that country. It applies to anyone there, to anyone who does not say where they are, and within the EU to anyone without a VAT number.',
    ),
  TAX_NAME: z.string().trim().min(1).max(20).default('VAT').describe('What the tax is called.'),
  TAX_SENTENCE_NONE: sentence.describe(
    'Printed below a fee invoice where no TAX_COUNTRY is set, such as the rule that frees small businesses.',
  ),
  TAX_SENTENCE_DOMESTIC: sentence.describe('Printed where the rate applies.'),
  TAX_SENTENCE_REVERSE_CHARGE: sentence
    .default('Reverse charge: the customer owes the tax.')
    .describe(
      'Printed where a business with a VAT number of another EU country owes the tax itself.',
    ),
  TAX_SENTENCE_OUTSIDE: sentence
    .default('Not taxable in the country of the issuer.')
    .describe('Printed for customers in other countries.'),
}

const documentsAndTax = z.object(taxEnvironment)
type TaxVariables = z.output<typeof documentsAndTax>

/** The configuration as parsed. */
export function taxConfig(e: TaxVariables): TaxConfig {
  const sentences = {
    none: e.TAX_SENTENCE_NONE ?? null,
    domestic: e.TAX_SENTENCE_DOMESTIC ?? null,
    reverse_charge: e.TAX_SENTENCE_REVERSE_CHARGE ?? null,
    outside: e.TAX_SENTENCE_OUTSIDE ?? null,
  } satisfies Record<TaxKind, string | null>
  return {
    country: e.TAX_COUNTRY ?? null,
    bps: basisPoints(e.TAX_PERCENT),
    name: e.TAX_NAME,
    sentences,
  }
}

export const documentIssuer = (e: TaxVariables, brandName: string): DocumentIssuer => ({
  name: e.DOCUMENT_ISSUER ?? brandName,
  address: e.DOCUMENT_ADDRESS,
})
