import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AI_PARTS_SOURCE, AI_PARTS_TITLE, UNDECLARED } from '#contract/ai-part-words.ts'
import { LICENCE_RATE } from '#contract/rate-limits.ts'
import { licenceDocumentPath } from '#contract/licences.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { useProblemAnswers } from '#server/http/error-handler.ts'
import { makePdf } from '#server/pdf/make-pdf.ts'
import { licenceById } from '#server/licences/record/licence-store.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { buildLicence } from '#tests/support/licences.ts'
import { verifiedSignature } from '#tests/support/pdf-signatures.ts'
import { textOfPages } from '#tests/support/pdfs.ts'
import { licenceTasks } from './licence-certificate.ts'
import { licenceDocument } from './licence-document.ts'
import { licenceDocumentRoutes } from './licence-routes.ts'

/**
 * The certificate as a document: drawn once from the signed facts, with every letter rendered, for anyone with the
 * code.
 */

const NAMES = 'Łódź, Žižek, Ñandú, İstanbul'

let api: TestApi
const site = fastify()
beforeAll(async () => {
  api = await startApi()
  useProblemAnswers(site)
  licenceDocumentRoutes(site, api.deps)
})
afterAll(async () => {
  await site.close()
  await api.close()
})

/** A licence of a deal with one file, between people whose names use many different letters. */
async function granted() {
  const licence = await buildLicence(api.pool, await buildDeal(api.pool))
  await execute(
    api.pool,
    sql`update licences set creator_name = ${NAMES}, ends_on = '2027-05-22' where id = ${licence.id}`,
  )
  await execute(
    api.pool,
    sql`insert into licence_files (licence_id, sha256, name, size) values (${licence.id}, ${'a'.repeat(64)}, 'spring.mp4', 43200000)`,
  )
  return licence
}
const run = (task: 'licences.certify' | 'licences.draw', id: string) =>
  licenceTasks(api.deps)[task]({ licence_id: id })
const check = async (code: string) =>
  (await api.call(null, 'licences.check', { params: { code } })).body
const fetched = (code: string) => site.inject(licenceDocumentPath(code))
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('no document exists before the certificate is signed, or for an unknown code', async () => {
  const { id, code } = await granted()
  await run('licences.draw', id)
  expect((await check(code)).document_sha256).toBeNull()
  expect((await fetched(code)).statusCode).toBe(404)
  expect((await fetched('CW-0000-0000')).statusCode).toBe(404)
})

test('the document shows the licence’s data, embeds the signed certificate, and can be checked by its hash', async () => {
  const { id, code } = await granted()
  await run('licences.certify', id)
  await run('licences.draw', id)
  await run('licences.draw', id)
  const licence = await check(code)
  const answer = await fetched(code)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-robots-tag': 'noindex',
    'access-control-allow-origin': '*',
  })
  const pdf = answer.rawPayload
  expect(hash(pdf)).toBe(licence.document_sha256)
  const text = (await textOfPages(pdf)).join(' ')
  for (const said of [
    code,
    NAMES,
    'Harrow',
    'spring.mp4',
    '43.2 MB',
    'May 22, 2027',
    licence.sentence,
  ])
    expect(text).toContain(said)
  expect(text.replaceAll(' ', '')).toContain('a'.repeat(64))
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const inside = (await file.getAttachments()) as Record<string, { content: Uint8Array }>
  expect(Buffer.from(Object.values(inside)[0]?.content ?? []).toString()).toBe(licence.certificate)
  // Signed by the issuer; a document with one byte changed is a different one, and its signature shows it.
  expect(verifiedSignature(pdf)?.signer).toBe(api.deps.config.documentIssuer.name)
  const changed = Buffer.from(pdf)
  changed[2_000] = (changed[2_000] ?? 0) ^ 1
  expect(hash(changed)).not.toBe(licence.document_sha256)
  expect(verifiedSignature(changed)).toBeNull()
  const kept = await rows(api.pool, sql`select 1 from licence_documents where licence_id = ${id}`)
  expect(kept).toHaveLength(1)
})

test('the document lists the AI parts declared for each file, and does not mention AI if none were declared', async () => {
  const silent = await granted()
  const declared = await granted()
  await execute(
    api.pool,
    sql`insert into licence_files (licence_id, sha256, name, size, ai_parts)
      values (${declared.id}, ${'b'.repeat(64)}, 'summer.mp4', 1000, array['voice', 'image'])`,
  )
  const textOf = async ({ id, code }: { id: string; code: string }) => {
    await run('licences.certify', id)
    await run('licences.draw', id)
    return (await textOfPages((await fetched(code)).rawPayload)).join(' ').replaceAll(/\s+/g, ' ')
  }
  expect(await textOf(silent)).not.toContain('AI')
  const said = await textOf(declared)
  for (const words of [AI_PARTS_TITLE, 'Voice, Images', UNDECLARED, AI_PARTS_SOURCE])
    expect(said).toContain(words)
})

test('the document renders to the same bytes every time', async () => {
  const { id } = await granted()
  await run('licences.certify', id)
  const row = await licenceById(api.pool, id)
  if (row === null) throw new Error('there is no licence')
  const of = licenceDocument({ ...row, certificate: row.certificate ?? '' }, api.deps.config)
  expect(hash(await makePdf(of))).toBe(hash(await makePdf(structuredClone(of))))
})

test('one network can fetch documents up to the limit per minute, then gets 429', async () => {
  // The limit refills with every second.
  api.setNow(new Date())
  const other = fastify()
  useProblemAnswers(other)
  licenceDocumentRoutes(other, api.deps)
  const codes = Array.from({ length: LICENCE_RATE.burst }, () =>
    other.inject(licenceDocumentPath('CW-0000-0000')),
  )
  const answers = await Promise.all(codes)
  expect(answers.filter(({ statusCode }) => statusCode !== 404)).toEqual([])
  const refused = await other.inject(licenceDocumentPath('CW-0000-0000'))
  expect(refused.statusCode).toBe(429)
  api.setNow(null)
  await other.close()
})
