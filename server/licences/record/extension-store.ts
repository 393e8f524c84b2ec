import type { ExtensionMaker, ExtensionStatus } from '#contract/licence-extensions.ts'
import type { TermMonths } from '#contract/licence-rights.ts'
import type { LicenceStatus } from '#contract/licences.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** An extension as stored. `price` is integer cents. */
export interface ExtensionRow {
  id: string
  licence_id: string
  number: number
  by: ExtensionMaker
  months: number
  price: number
  status: ExtensionStatus
  created_at: string
  expires_at: string
  paid_at: string | null
}

export const extensionColumns = raw(`licence_extensions.id, licence_extensions.licence_id,
  licence_extensions.number, licence_extensions.by, licence_extensions.months, licence_extensions.price,
  licence_extensions.status, licence_extensions.created_at, licence_extensions.expires_at, licence_extensions.paid_at`)

/**
 * Whether a paid extension's months count: its money arrived, and neither went back nor was taken. Money that came back
 * from the card counts again once it is released. Reads payments.
 */
export const extensionCounts =
  raw(`(payments.id is not null and payments.status in ('held_in_escrow', 'released')
  and payments.dispute_outcome is distinct from 'lost' and payments.came_back is distinct from 'refund')`)

/** An extension as its two sides read it. */
export interface ReadExtension extends ExtensionRow {
  counts: boolean
  being_paid: boolean
}

/** All extensions of a licence, newest first. */
export const extensionsOf = (db: Queryable, licenceId: string): Promise<ReadExtension[]> =>
  rows<ReadExtension>(
    db,
    sql`select ${extensionColumns}, licence_extensions.status = 'paid' and ${extensionCounts} as counts,
        coalesce(payments.status = 'pending', false) as being_paid
      from licence_extensions left join payments on payments.extension_id = licence_extensions.id
      where licence_id = ${licenceId} order by number desc`,
  )

/** Locks an extension until the transaction ends; lock its licence and payments first. */
export const lockExtension = (tx: Tx, id: string): Promise<ExtensionRow | null> =>
  maybeRow<ExtensionRow>(
    tx,
    sql`select ${extensionColumns} from licence_extensions where id = ${id} for update`,
  )

export const extensionById = (db: Queryable, id: string): Promise<ExtensionRow | null> =>
  maybeRow<ExtensionRow>(
    db,
    sql`select ${extensionColumns} from licence_extensions where id = ${id}`,
  )

/** The licence of a deal as its extensions see it. */
export interface ExtendedLicence {
  id: string
  code: string
  project_id: string
  application_id: string
  seller_id: string
  creator_id: string
  status: LicenceStatus
  granted_at: string
  ends_on: string | null
  term_months: number | null
  /** The price that the terms name for more months; `extend_cents` is cents. Null if they name none. */
  extend_months: TermMonths | null
  extend_cents: number | null
  /** The creator's share in basis points, by the deal's terms. */
  creator_bps: number
}

const licence =
  raw(`select licences.id, code, licences.project_id, licences.application_id, projects.seller_id,
    applications.creator_id, licences.status, granted_at, ends_on, (terms ->> 'term_months')::integer as term_months,
    (terms ->> 'extend_months')::integer as extend_months, (terms ->> 'extend_cents')::bigint as extend_cents,
    fee_terms.creator_bps
  from licences join licence_terms on hash = terms_hash
  join applications on applications.id = licences.application_id
  join projects on projects.id = licences.project_id
  join fee_terms on fee_terms.id = applications.fee_terms_id`)

/** A licence, and which of its two sides can still agree: someone who has left or is banned cannot. */
export type ReadLicence = ExtendedLicence & { seller_here: boolean; creator_here: boolean }

export const extendedLicenceOf = (
  db: Queryable,
  projectId: string,
  now: Date,
): Promise<ReadLicence | null> =>
  maybeRow<ReadLicence>(
    db,
    sql`select deal.*, coalesce(seller.shown_from <= ${now}, false) as seller_here,
        coalesce(creator.shown_from <= ${now}, false) as creator_here
      from (${licence} where licences.project_id = ${projectId}) deal
      join profiles seller on seller.id = deal.seller_id join profiles creator on creator.id = deal.creator_id`,
  )

/** Locks a deal's licence until the transaction ends, so that its extensions begin and end one after another. */
export const lockExtendedLicence = (
  tx: Tx,
  of: { projectId: string } | { applicationId: string } | { extensionId: string },
): Promise<ExtendedLicence | null> => {
  const which =
    'projectId' in of
      ? sql`licences.project_id = ${of.projectId}`
      : 'applicationId' in of
        ? sql`licences.application_id = ${of.applicationId}`
        : sql`licences.id = (select licence_id from licence_extensions where licence_extensions.id = ${of.extensionId})`
  return maybeRow<ExtendedLicence>(tx, sql`${licence} where ${which} for update of licences`)
}
