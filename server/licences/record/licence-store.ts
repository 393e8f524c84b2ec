import type { AiPart } from '#contract/ai-parts.ts'
import type { LicenceTerms } from '#contract/licence-rights.ts'
import { lastDay } from '#contract/licence-term.ts'
import type { LicenceStatus, VoidReason } from '#contract/licences.ts'
import type { DealMoney } from '#contract/originals.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { AgreedTerms } from '#server/licences/terms/terms-store.ts'
import { extensionCounts } from './extension-store.ts'
import { dealMoneyOf } from '#server/payments/record/deal-money.ts'

/**
 * A licensed file. `size` in bytes, `sha256` in hex; `ai_parts` as its delivery declared them, null if it declared
 * nothing.
 */
export interface LicensedFile {
  name: string
  size: number
  sha256: string
  ai_parts: AiPart[] | null
}

/** A licence as it is read. */
export interface LicenceRow {
  id: string
  code: string
  project_id: string
  seller_id: string
  creator_id: string
  status: LicenceStatus
  void_reason: VoidReason | null
  terms: LicenceTerms
  terms_hash: string
  sentence: string
  seller_name: string
  creator_name: string
  granted_at: string
  /** 'YYYY-MM-DD'. */
  ends_on: string | null
  voided_at: string | null
  /** Months that were added and paid for, and still count. */
  extended_months: number
  files: LicensedFile[]
  certificate: string | null
  /** SHA-256 of the newest document, in hex; null until it was drawn. */
  document_sha256: string | null
}

/** Months of the extensions whose money arrived and did not go back (extension-store.ts). Reads licences. */
const extendedMonths = raw(`(select coalesce(sum(months), 0)::integer from licence_extensions
    join payments on ${extensionCounts.text} and payments.extension_id = licence_extensions.id
    where licence_id = licences.id and licence_extensions.status = 'paid') as extended_months`)

const licence = (where: Statement): Statement => sql`
  select licences.id, code, licences.project_id, status, void_reason, terms, terms_hash, sentence, seller_name, creator_name, granted_at, ends_on, voided_at, ${extendedMonths},
    (select seller_id from projects where projects.id = licences.project_id),
    (select creator_id from applications where applications.id = licences.application_id),
    (select coalesce(json_agg(json_build_object('name', name, 'size', size, 'sha256', sha256, 'ai_parts', ai_parts) order by number), '[]')
      from licence_files where licence_id = licences.id) as files,
    (select jws from licence_certificates where licence_id = licences.id order by number desc limit 1) as certificate,
    (select sha256 from licence_documents where licence_id = licences.id order by number desc limit 1) as document_sha256
  from licences join licence_terms on hash = terms_hash where ${where}`

export const licenceByCode = (db: Queryable, code: string): Promise<LicenceRow | null> =>
  maybeRow<LicenceRow>(db, licence(sql`code = ${code}`))

export const licenceById = (db: Queryable, id: string): Promise<LicenceRow | null> =>
  maybeRow<LicenceRow>(db, licence(sql`licences.id = ${id}`))

/** The licence of a project's deal; null until there is one. */
export const licenceOfProject = (db: Queryable, projectId: string): Promise<LicenceRow | null> =>
  maybeRow<LicenceRow>(db, licence(sql`licences.project_id = ${projectId}`))

/**
 * What a deal's licence depends on. Amounts are cents of all its payments that were held, without what the two agreed
 * to return: `returned` is the part of them that a decision gives back.
 */
export interface LicenceFacts {
  project_id: string
  seller_name: string
  creator_name: string
  money: DealMoney | null
  amount: number
  returned: number
  licence: { id: string; status: LicenceStatus } | null
}

/**
 * Reads the facts in the caller's transaction, after the caller's own changes to the payments, which the caller has
 * locked.
 */
export const licenceFacts = (tx: Tx, applicationId: string): Promise<LicenceFacts> =>
  oneRow<LicenceFacts>(
    tx,
    sql`select projects.id as project_id, coalesce(seller.company_name, seller.name) as seller_name,
        creator.name as creator_name, ${dealMoneyOf('applications.id')},
        paid.amount, paid.returned,
        (select json_build_object('id', id, 'status', status) from licences where application_id = applications.id) as licence
      from applications join projects on projects.id = applications.project_id
      join profiles seller on seller.id = projects.seller_id
      join profiles creator on creator.id = applications.creator_id
      cross join lateral (select coalesce(sum(amount - agreed_refund), 0)::bigint as amount,
          coalesce(sum(decided_refund - agreed_refund), 0)::bigint as returned
        from payments where application_id = applications.id and purpose <> 'extension' and funded_at is not null) paid
      where applications.id = ${applicationId}`,
  )

/** Grants a deal its licence. Returns its id, or null if another transaction granted it first. */
export const insertLicence = async (
  tx: Tx,
  row: {
    code: string
    applicationId: string
    terms: AgreedTerms
    facts: LicenceFacts
    now: Date
  },
): Promise<string | null> => {
  const { code, applicationId, terms, facts, now } = row
  const made = await maybeRow<{ id: string }>(
    tx,
    sql`insert into licences (code, project_id, application_id, terms_hash, seller_name, creator_name, granted_at, ends_on)
      values (${code}, ${facts.project_id}, ${applicationId}, ${terms.hash}, ${facts.seller_name}, ${facts.creator_name}, ${now},
        ${lastDay(now, terms.term_months)})
      on conflict (application_id) do nothing returning id`,
  )
  return made?.id ?? null
}

/**
 * Adds the files of every approved delivery, and of the newest one that is waiting for its answer. Returns how many
 * were new. A file from before uploads were hashed has no hash and is left out.
 */
export const addFiles = (tx: Tx, licenceId: string): Promise<number> =>
  execute(
    tx,
    sql`insert into licence_files (licence_id, sha256, name, size, ai_parts)
      select licences.id, files.sha256, files.file_name, files.size, deliverables.ai_parts
        from licences join deliverables on deliverables.project_id = licences.project_id
          and deliverables.application_id = licences.application_id
        join deliverable_files on deliverable_files.deliverable_id = deliverables.id
        join files on files.id = deliverable_files.file_id
        where licences.id = ${licenceId} and files.sha256 is not null and ${LICENSED}
        order by deliverables.version, deliverable_files.position
      on conflict do nothing`,
  )

const LICENSED = raw(`(deliverables.status = 'approved' or (deliverables.status = 'pending'
  and not exists (select from deliverables newer where newer.project_id = deliverables.project_id
    and newer.application_id = deliverables.application_id and newer.version > deliverables.version)))`)

/** Stores a certificate as the licence's next one; returns false if the newest is the same. */
export const addCertificate = async (tx: Tx, licenceId: string, jws: string): Promise<boolean> => {
  const newest = await rows<{ number: number; jws: string }>(
    tx,
    sql`select number, jws from licence_certificates where licence_id = ${licenceId} order by number desc limit 1`,
  )
  if (newest[0]?.jws === jws) return false
  await execute(
    tx,
    sql`insert into licence_certificates (licence_id, number, jws)
      values (${licenceId}, ${(newest[0]?.number ?? 0) + 1}, ${jws})`,
  )
  return true
}

/** Locks a licence until the transaction ends, so that its certificates are numbered one after another. */
export const lockLicence = (tx: Tx, licenceId: string) =>
  execute(tx, sql`select from licences where id = ${licenceId} for update`)
