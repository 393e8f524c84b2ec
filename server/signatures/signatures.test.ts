import { Buffer } from 'node:buffer'
import { createHash, type X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIGNING_CERTIFICATES_PATH } from '#contract/licences.ts'
import { readConfig } from '#server/config/config.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { makePdf } from '#server/pdf/make-pdf.ts'
import type { PdfDocument } from '#server/pdf/pdf-document.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { pdfsigSays, verifiedSignature } from '#tests/support/pdf-signatures.ts'
import { signingCertificateRoutes } from './certificate-routes.ts'
import { documentSignature } from './document-signature.ts'
import { certificatesOf, UnusableCertificate } from './operator-certificate.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { selfSigned } from './self-signed.ts'

/** Documents are signed, with the same bytes each time, by a certificate that anyone can read (decision 0100). */

let api: TestApi
let folder: string
const site = fastify()
beforeAll(async () => {
  api = await startApi()
  folder = await mkdtemp(join(tmpdir(), 'signer-'))
  signingCertificateRoutes(site, api.deps)
})
afterAll(async () => {
  await site.close()
  await api.close()
  await rm(folder, { recursive: true })
})

const DOCUMENT: PdfDocument = {
  title: 'Receipt 7',
  issuer: 'Cartwright',
  kind: 'Receipt',
  date: '2026-03-01T12:00:00.000Z',
  footer: 'cartwright.example',
  blocks: [{ kind: 'text', text: 'Łódź, Žižek, Ñandú, İstanbul' }],
}
const signedBy = async (deps: Deps, document = DOCUMENT): Promise<Buffer> =>
  makePdf({ ...document, signature: await documentSignature(deps) })
const published = async () => certificatesOf((await site.inject(SIGNING_CERTIFICATES_PATH)).body)
const fingerprint = ({ raw }: X509Certificate) => createHash('sha256').update(raw).digest('hex')
const withConfig = (config: Partial<Deps['config']>): Deps => ({
  ...api.deps,
  config: { ...api.deps.config, ...config },
})
const pemOf = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`

/** Returns whether pdfsig says something about a file. Where pdfsig is not installed, the check always passes. */
function pdfsigFinds(pdf: Buffer, words: RegExp): boolean {
  const said = pdfsigSays(pdf)
  return said === null || words.test(said)
}
/** The last part is what readers say about a certificate that no authority they know vouches for. */
const GOOD = /Total document signed[^]*Signature is Valid\.[^]*Certificate issuer is unknown/

/** Files as an operator configures them. */
async function files(name: string, certificate: string, key: string) {
  const paths = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
  await writeFile(paths.certificate, certificate)
  await writeFile(paths.key, key)
  return paths
}

describe('a signed document', () => {
  test('is verified by a library that did not sign it, and by pdfsig where it is installed', async () => {
    const pdf = await signedBy(api.deps)
    const signature = verifiedSignature(pdf)
    expect(signature?.signer).toBe(api.deps.config.documentIssuer.name)
    expect((await published()).map(fingerprint)).toContain(signature?.fingerprint)
    expect(pdfsigFinds(pdf, GOOD)).toBe(true)
  })

  test('is refused once one byte has changed, wherever it is', async () => {
    const pdf = await signedBy(api.deps)
    const range = verifiedSignature(pdf)?.range
    if (range === undefined) throw new Error('the document is not signed')
    const [, first, then, last] = range
    const ends = [0, first - 1, then, then + last - 1]
    const spread = Array.from({ length: 400 }, (_, at) => Math.floor((at * pdf.length) / 400))
    const inRange = [...ends, ...spread].filter((at) => at < first || at >= then)
    expect(inRange.length).toBeGreaterThan(200)
    for (const at of inRange) {
      const changed = Buffer.from(pdf)
      changed.writeUInt8(pdf.readUInt8(at) ^ 1, at)
      expect(verifiedSignature(changed), `byte ${at}`).toBeNull()
    }
    const cut = pdf.subarray(0, -1)
    expect(verifiedSignature(cut)).toBeNull()
    expect(verifiedSignature(Buffer.concat([pdf, Buffer.from('\n')]))).toBeNull()
    const changed = Buffer.from(pdf)
    changed.writeUInt8(pdf.readUInt8(2_000) ^ 1, 2_000)
    expect(pdfsigFinds(changed, /Digest Mismatch/)).toBe(true)
  })

  test('has the same bytes each time, however far apart it is signed', async () => {
    const first = await signedBy(api.deps)
    const later = { ...api.deps, clock: () => new Date(api.deps.clock().getTime() + 90_000_000) }
    expect((await signedBy(later)).equals(first)).toBe(true)
    expect((await signedBy(api.deps, { ...DOCUMENT, footer: 'elsewhere' })).equals(first)).toBe(
      false,
    )
  })
})

describe('the certificate', () => {
  test('is created once, its key is sealed, and it is published without the key', async () => {
    const [one, two] = await Promise.all([documentSignature(api.deps), documentSignature(api.deps)])
    expect(one.certificates).toEqual(two.certificates)
    const kept = await rows<{ sealed_key: Buffer }>(
      api.pool,
      sql`select sealed_key from signing_certificates`,
    )
    expect(kept).toHaveLength(1)
    expect(kept[0]?.sealed_key.toString('latin1')).not.toContain(one.key.slice(0, 40))
    const answer = await site.inject(SIGNING_CERTIFICATES_PATH)
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' })
    expect(answer.body).not.toContain('PRIVATE')
    expect(answer.body).not.toContain(one.key.slice(0, 40))
  })

  test('is replaced once it expires or the secret changes, and old documents stay valid', async () => {
    const before = await signedBy(api.deps)
    const old = verifiedSignature(before)?.fingerprint
    // This must come first: a certificate sealed with another secret would be replaced whether it has expired or not.
    const ranOut = { ...api.deps, clock: () => new Date(Date.now() + 11 * 366 * 86_400_000) }
    const next = verifiedSignature(await signedBy(ranOut))?.fingerprint
    const moved = await signedBy(withConfig({ keys: soleKey('another-secret-of-this-server') }))
    const last = verifiedSignature(moved)?.fingerprint
    expect(new Set([old, next, last]).size).toBe(3)
    expect((await published()).map(fingerprint)).toEqual(expect.arrayContaining([old, next, last]))
    expect(verifiedSignature(before)?.fingerprint).toBe(old)
  })

  test('is the operator’s own if one is configured, and is published with its issuers', async () => {
    const own = await selfSigned('Market GmbH', new Date('2025-01-01'))
    const root = await selfSigned('A Root', new Date('2025-01-01'))
    const pem = [own, root].map(({ certificate }) => pemOf('CERTIFICATE', certificate)).join('')
    const documentSigner = await files('own', pem, pemOf('PRIVATE KEY', own.privateKey))
    const pdf = await signedBy(withConfig({ documentSigner }))
    expect(verifiedSignature(pdf)?.signer).toBe('Market GmbH')
    // Older than the document, so it carries the document's own date.
    expect(pdfsigFinds(pdf, /Mar 01 2026/)).toBe(true)
    const names = (await published()).map(({ subject }) => subject)
    expect(names).toEqual(expect.arrayContaining(['CN=Market GmbH', 'CN=A Root']))
  })

  test('that does not match its key is refused with an error that names the file', async () => {
    const one = await selfSigned('One', new Date('2025-01-01'))
    const two = await selfSigned('Two', new Date('2025-01-01'))
    const wrong = await files(
      'wrong',
      pemOf('CERTIFICATE', one.certificate),
      pemOf('PRIVATE KEY', two.privateKey),
    )
    const none = await files('none', '', pemOf('PRIVATE KEY', one.privateKey))
    for (const documentSigner of [wrong, none]) {
      const signing = documentSignature(withConfig({ documentSigner }))
      await expect(signing).rejects.toThrow(UnusableCertificate)
      await expect(signing).rejects.toThrow(documentSigner.certificate)
    }
    const half = { DATABASE_URL: 'postgres://localhost/x', DOCUMENT_KEY_FILE: '/tmp/key.pem' }
    expect(() => readConfig(half)).toThrow('together or not at all')
  })
})
