import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { makePdf } from '#server/pdf/make-pdf.ts'
import { documentSignature } from '#server/signatures/document-signature.ts'
import { keepDocument, undrawn } from './document-store.ts'
import { licenceDocument } from './licence-document.ts'
import { sign } from '#server/signatures/licence-keys.ts'
import {
  addCertificate,
  licenceById,
  type LicenceRow,
  lockLicence,
} from '#server/licences/record/licence-store.ts'

/** The jobs behind every certificate. */
export function licenceTasks(deps: Deps) {
  return {
    'licences.certify': ({ licence_id }) => certifyLicence(deps, licence_id),
    'licences.draw': ({ licence_id }) => drawCertificate(deps, licence_id),
  } satisfies Partial<Tasks>
}

/** Signs the current state of a licence. Idempotent: the same facts give the same bytes, which are stored once. */
async function certifyLicence(deps: Deps, id: string): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    await lockLicence(tx, id)
    const licence = await licenceById(tx, id)
    if (licence === null) return
    if (await addCertificate(tx, id, await sign(tx, deps.config.keys, certificateText(licence))))
      await enqueue(tx, 'licences.draw', { licence_id: id }, { key: `licences.draw:${id}` })
  })
}

/**
 * Draws the newest certificate as a document, once. No transaction is open while it draws, because drawing takes some
 * seconds.
 */
async function drawCertificate(deps: Deps, id: string): Promise<void> {
  const number = await undrawn(deps.pool, id)
  const licence = await licenceById(deps.pool, id)
  if (number === null || licence === null || licence.certificate === null) return
  const { certificate } = licence
  const document = licenceDocument({ ...licence, certificate }, deps.config)
  const pdf = await makePdf({ ...document, signature: await documentSignature(deps) })
  await keepDocument(deps.pool, { licenceId: id, number, pdf })
}

/**
 * The signed fields: the facts of the grant, with their names in this order. The licence's status is looked up, not
 * signed.
 */
export const certificateText = (licence: LicenceRow): string =>
  JSON.stringify({
    version: 1,
    code: licence.code,
    terms: licence.terms,
    terms_hash: licence.terms_hash,
    sentence: licence.sentence,
    seller_name: licence.seller_name,
    creator_name: licence.creator_name,
    granted_at: licence.granted_at,
    ...(licence.ends_on === null ? {} : { ends_on: licence.ends_on }),
    ...(licence.extended_months === 0 ? {} : { extended_months: licence.extended_months }),
    // Fields declared for no file are omitted, so that older certificates keep their bytes.
    files: licence.files.map(({ ai_parts, ...file }) =>
      ai_parts === null ? file : { ...file, ai_parts },
    ),
  })
