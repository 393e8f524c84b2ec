import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { includedTax, MAX_AMOUNT_CENTS } from '#contract/money.ts'
import type { TaxProfile } from '#contract/tax-schemas.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { issueDocuments } from '#server/documents/document-issue.ts'
import type { DocumentContent } from '#server/documents/record/document-store.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { book, releaseEntries } from '#server/payments/ledger/ledger.ts'
import { type TestApi, startApi } from '#tests/support/api.ts'
import { buildCreator, buildDeal, buildPayment } from '#tests/support/builders.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { bookHold, issuerOn } from '#tests/support/documents.ts'
import { expectInvalid } from '#tests/support/refusals.ts'
import { isTaxId } from './tax-id.ts'
import { saveTaxProfile } from './tax-store.ts'
import { configuredTax } from './tax-engine.ts'

const BERLIN = {
  legal_name: 'Studio Łódź GmbH',
  address: 'Hauptstraße 1\n10115 Berlin',
  country: 'DE',
  business: true,
  tax_id: 'DE136695976',
} as const satisfies TaxProfile

const DATABASE_URL = 'postgres://unused'
const GERMAN = {
  TAX_COUNTRY: 'de',
  TAX_PERCENT: '19',
  TAX_NAME: 'USt',
  TAX_SENTENCE_DOMESTIC: 'Im Preis enthalten.',
  DOCUMENT_ISSUER: 'Market GmbH',
  DOCUMENT_ADDRESS: 'Marktplatz 1 | 20095 Hamburg | USt-IdNr. DE136695976',
}

describe('a tax number', () => {
  test.each([
    ['DE', 'DE136695976', true],
    ['DE', 'DE136695975', false],
    ['AT', 'ATU13585627', true],
    ['AT', 'ATU13585626', false],
    ['FR', 'FR40303265045', true],
    ['NL', 'NL004495445B01', true],
    ['PL', 'PL8567346215', true],
    ['ES', 'ESB58378431', true],
    ['GB', 'GB980780684', true],
    ['GB', 'GB802311781', false],
    ['US', '91-1144442', true],
    // A person's number is not accepted for a business.
    ['US', '536-90-4399', false],
    ['AU', '83 914 571 673', true],
    ['AU', '83 914 571 670', false],
    // Where no format is known, it only has to look like a number.
    ['KY', 'AB-12345', true],
    ['KY', '<script>', false],
    ['KY', '1', false],
  ])('of %s: %s is accepted: %s', (country, id, accepted) => {
    expect(isTaxId(country, id)).toBe(accepted)
  })
})

describe('the tax in an amount', () => {
  test.each([1, 2, 99, 100, 8_107, 12_345_678, MAX_AMOUNT_CENTS])(
    'of %i cents is exact at every rate',
    (cents) => {
      for (const bps of [0, 1, 500, 700, 1_900, 2_000, 2_550, 5_000]) {
        const net = cents - includedTax(cents, bps)
        // The amount before tax is rounded to the nearest cent, halves up, in integer arithmetic.
        const doubled = 2n * BigInt(cents) * 10_000n
        const divisor = 10_000n + BigInt(bps)
        expect(BigInt(net)).toBe((doubled + divisor) / (2n * divisor))
      }
    },
  )
  test('of 119 cents at 19 % is 19', () => {
    expect(includedTax(119, 1_900)).toBe(19)
    expect(includedTax(100, 0)).toBe(0)
  })
})

describe('the operator’s configuration', () => {
  test('taxes nothing unless a country is set', () => {
    const { tax, documentIssuer } = readConfig({ DATABASE_URL })
    expect(tax).toMatchObject({ country: null, bps: 0, name: 'VAT' })
    expect(documentIssuer).toEqual({ name: 'Cartwright', address: [] })
    const engine = configuredTax(tax)
    for (const buyer of [null, BERLIN])
      expect(engine.taxOn({ buyer, day: '2026-01-01' })).toEqual({
        kind: 'none',
        bps: 0,
        sentence: null,
      })
  })
  test('reads every tax setting and the document issuer', () => {
    const { tax, documentIssuer } = readConfig({
      DATABASE_URL,
      ...GERMAN,
      TAX_SENTENCE_NONE: 'Small business.',
      TAX_SENTENCE_REVERSE_CHARGE: 'Steuerschuldnerschaft des Leistungsempfängers.',
      TAX_SENTENCE_OUTSIDE: 'Nicht steuerbar.',
    })
    expect(tax).toEqual({
      country: 'DE',
      bps: 1_900,
      name: 'USt',
      sentences: {
        none: 'Small business.',
        domestic: 'Im Preis enthalten.',
        reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers.',
        outside: 'Nicht steuerbar.',
      },
    })
    expect(documentIssuer).toEqual({
      name: 'Market GmbH',
      address: ['Marktplatz 1', '20095 Hamburg', 'USt-IdNr. DE136695976'],
    })
  })
  test.each([
    ['TAX_COUNTRY', 'XX'],
    ['TAX_PERCENT', '51'],
    ['TAX_PERCENT', '-1'],
    ['TAX_PERCENT', '19.001'],
    ['TAX_NAME', 'a name that is far too long'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readConfig({ DATABASE_URL, [name]: value })).toThrow(ConfigError)
  })
  test.each([
    ['nobody knows where', null, 'domestic'],
    ['a business of the country', BERLIN, 'domestic'],
    [
      'a business of the EU',
      { ...BERLIN, country: 'FR', tax_id: 'FR40303265045' },
      'reverse_charge',
    ],
    [
      'a business of the EU without a number',
      { ...BERLIN, country: 'FR', tax_id: null },
      'domestic',
    ],
    [
      'a company number that is no VAT number',
      { ...BERLIN, country: 'FR', tax_id: '552008443' },
      'domestic',
    ],
    ['a person of the EU', { ...BERLIN, country: 'FR', business: false, tax_id: null }, 'domestic'],
    ['a business elsewhere', { ...BERLIN, country: 'US', tax_id: '91-1144442' }, 'outside'],
    ['a person elsewhere', { ...BERLIN, country: 'BR', business: false, tax_id: null }, 'outside'],
  ])('in an EU country treats %s as %s', (_, buyer, kind) => {
    const decided = configuredTax(readConfig({ DATABASE_URL, ...GERMAN }).tax).taxOn({
      buyer,
      day: '2026-01-01',
    })
    expect(decided).toMatchObject({ kind, bps: kind === 'domestic' ? 1_900 : 0 })
  })
  test('in a country outside the EU treats buyers there as domestic and others as outside', () => {
    const engine = configuredTax(
      readConfig({ DATABASE_URL, TAX_COUNTRY: 'GB', TAX_PERCENT: '20' }).tax,
    )
    expect(engine.taxOn({ buyer: BERLIN, day: '2026-01-01' }).kind).toBe('outside')
    expect(engine.taxOn({ buyer: { ...BERLIN, country: 'GB' }, day: '2026-01-01' }).kind).toBe(
      'domestic',
    )
  })
})

describe('documents', () => {
  let pool: Pool
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await freshDatabase()
    pool = createPool(database.url, 5)
    drop = database.drop
  })
  afterAll(async () => {
    await pool.end()
    await drop()
  })

  interface Made {
    kind: string
    total: number
    content: DocumentContent
  }
  const madeOf = (paymentId: string) =>
    rows<Made>(
      pool,
      sql`select kind, total, content from documents where payment_id = ${paymentId} order by movement_id, kind`,
    )

  async function released(profiles: { creator?: TaxProfile; seller?: TaxProfile }, cents = 54_050) {
    const { application, creator, seller } = await buildDeal(pool, { priceCents: cents })
    const { id } = await buildPayment(pool, { application })
    if (profiles.creator) await saveTaxProfile(pool, creator.id, profiles.creator, new Date())
    if (profiles.seller) await saveTaxProfile(pool, seller.id, profiles.seller, new Date())
    await bookHold(pool, id)
    const entries = releaseEntries(cents, { creator_bps: 8_500, minimum_fee_cents: 0 })
    await inTransaction(pool, (tx) =>
      book(tx, { paymentId: id, kind: 'release', reference: `tr_${id}`, entries }),
    )
    return { id, creator, seller, entries }
  }
  const german = () => issuerOn(pool, () => new Date(), GERMAN)

  test('contain the issuer’s and the recipient’s details, and keep them when those change later', async () => {
    const { id, creator } = await released({ creator: BERLIN })
    await issueDocuments(german(), id)
    const before = await madeOf(id)
    const fee = before.find(({ kind }) => kind === 'fee_invoice')?.content
    expect(fee?.issuer).toEqual({
      name: 'Market GmbH',
      address: ['Marktplatz 1', '20095 Hamburg', 'USt-IdNr. DE136695976'],
    })
    expect(fee?.recipient).toEqual({
      name: 'Studio Łódź GmbH',
      address: ['Hauptstraße 1', '10115 Berlin', 'Germany', 'Tax number: DE136695976'],
    })
    await saveTaxProfile(pool, creator.id, { ...BERLIN, legal_name: 'Another' }, new Date())
    await issueDocuments(german(), id)
    expect(await madeOf(id)).toEqual(before)
  })

  test('hide a private person’s address from the other side', async () => {
    const person = { ...BERLIN, business: false, tax_id: null }
    const { id } = await released({ creator: person, seller: person })
    await issueDocuments(german(), id)
    const purchase = (await madeOf(id)).find(({ kind }) => kind === 'proof_of_purchase')?.content
    for (const party of [purchase?.supplier, purchase?.recipient])
      expect(party).toEqual({ name: 'Studio Łódź GmbH', address: ['Germany'] })
    const receipt = (await madeOf(id)).find(({ kind }) => kind === 'receipt')?.content
    expect(receipt?.recipient.address).toContain('10115 Berlin')
  })

  test.each([100, 101, 54_050, MAX_AMOUNT_CENTS])(
    'show the tax included in the fee on a price of %i cents, and a credit note reverses all of it',
    async (cents) => {
      const { id, entries } = await released({ creator: BERLIN }, cents)
      await issueDocuments(german(), id)
      const invoice = (await madeOf(id)).find(({ kind }) => kind === 'fee_invoice')
      const tax = invoice?.content.tax
      expect(tax).toMatchObject({ kind: 'domestic', name: 'USt', bps: 1_900 })
      expect((tax?.net ?? 0) + (tax?.amount ?? 0)).toBe(invoice?.total)
      expect(invoice?.content.notes).toContain('Im Preis enthalten.')
      const back = Object.fromEntries(Object.entries(entries).map(([name, one]) => [name, -one]))
      await inTransaction(pool, (tx) =>
        book(tx, { paymentId: id, kind: 'release', reference: `tr_${id}:reversed`, entries: back }),
      )
      // The rates have changed since: the credit is for what was charged.
      await issueDocuments(
        issuerOn(pool, () => new Date(), { ...GERMAN, TAX_PERCENT: '25' }),
        id,
      )
      const note = (await madeOf(id)).find(
        ({ kind, content }) => kind === 'credit_note' && content.tax !== undefined,
      )
      expect(note?.content.tax).toEqual(tax)
      const broken = (await brokenMoneyChecks(pool)).filter(({ name }) =>
        name.startsWith('documents_'),
      )
      expect(broken).toEqual([])
    },
  )

  test('for a business elsewhere in the EU contain the reverse-charge sentence and no tax', async () => {
    const { id } = await released({
      creator: { ...BERLIN, country: 'FR', tax_id: 'FR40303265045' },
    })
    await issueDocuments(german(), id)
    const { content } = await oneRow<Made>(
      pool,
      sql`select content from documents where payment_id = ${id} and kind = 'fee_invoice'`,
    )
    expect(content.tax).toMatchObject({ kind: 'reverse_charge', amount: 0, net: 8_107 })
    expect(content.notes).toContain('Reverse charge: the customer owes the tax.')
  })

  test('follow another engine where one is given', async () => {
    const { id } = await released({ creator: BERLIN })
    await issueDocuments(german(), id, {
      taxOn: ({ buyer }) => ({ kind: 'domestic', bps: 700, sentence: `To ${buyer?.country}.` }),
    })
    const fee = (await madeOf(id)).find(({ kind }) => kind === 'fee_invoice')?.content
    expect(fee?.tax?.bps).toBe(700)
    expect(fee?.notes).toContain('To DE.')
  })
})

describe('a person’s tax details', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  test('are saved, replaced, and not returned to anyone else', async () => {
    const creator = await buildCreator(api.pool)
    expect((await api.call(creator, 'tax.get')).body).toBeNull()
    expect((await api.call(creator, 'tax.save', { body: BERLIN })).body).toEqual(BERLIN)
    const moved = { ...BERLIN, country: 'KY', tax_id: 'AB-12345' }
    await api.call(creator, 'tax.save', { body: moved })
    expect((await api.call(creator, 'tax.get')).body).toEqual(moved)
    expect((await api.call(await buildCreator(api.pool), 'tax.get')).body).toBeNull()
  })
  test.each([
    [{ tax_id: 'DE136695975' }, 'tax_id'],
    [{ business: false }, 'tax_id'],
    [{ country: 'XX' }, 'country'],
    [{ legal_name: '  ' }, 'legal_name'],
    [{ address: '' }, 'address'],
    [{ address: 'a\n'.repeat(6) }, 'address'],
  ])('are refused with %j', async (wrong, field) => {
    const creator = await buildCreator(api.pool)
    expectInvalid(await api.call(creator, 'tax.save', { body: { ...BERLIN, ...wrong } }), field)
    expect((await api.call(creator, 'tax.get')).body).toBeNull()
  })
  test('need no tax number for a private person', async () => {
    const creator = await buildCreator(api.pool)
    const { body } = await api.call(creator, 'tax.save', {
      body: { ...BERLIN, business: false, tax_id: '' },
    })
    expect(body.tax_id).toBeNull()
  })
})
