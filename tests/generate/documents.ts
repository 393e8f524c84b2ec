import type pg from 'pg'
import { DOCUMENT_NOTES, lineWords } from '#contract/document-words.ts'
import { DOCUMENT_SERIES } from '#contract/documents.ts'
import { sql } from '#server/db/sql.ts'
import { requiredDocuments } from '#server/documents/record/required-documents.ts'

/** Made from the ledger: no money of a generated market was returned, so no document is a credit note. */
const KINDS = ['receipt', 'proof_of_purchase', 'fee_invoice'] as const

/** A project's title within a line. */
const TITLE = '%title%'

/**
 * The documents of a generated ledger, numbered in the order of its movements: in one statement, where the product
 * takes one number at a time.
 */
export async function addDocuments(client: pg.Client): Promise<void> {
  const required = requiredDocuments(sql`select id from payments where funded_at is not null`).text
  const words = KINDS.map(
    (kind) =>
      `('${kind}', '${DOCUMENT_SERIES[kind]}', '${lineWords[kind](TITLE)}', '${DOCUMENT_NOTES[kind]}')`,
  )
  await client.query(`alter table documents disable trigger user;
    alter table document_series disable trigger user`)
  await client.query(`insert into documents (kind, series, year, number, issued_on, created_at, movement_id, payment_id,
      project_id, project_title, party_id, other_id, currency, total, content)
    select needed.kind, words.series, extract(year from day), row_number() over (partition by words.series, extract(year from day)
        order by at, needed.movement_id), day, at, needed.movement_id, payments.id, projects.id, projects.title,
      case needed.kind when 'fee_invoice' then creator_id else payments.seller_id end,
      case needed.kind when 'proof_of_purchase' then creator_id end, payments.currency, needed.total,
      jsonb_build_object('issuer', ${named(`'Cartwright'`)}, 'recipient', ${named(
        `case needed.kind when 'fee_invoice' then creator.name else coalesce(seller.company_name, seller.name) end`,
      )}, 'supplier', case needed.kind when 'proof_of_purchase' then ${named('creator.name')} end,
        'notes', jsonb_build_array(words.note), 'payment_method', case when needed.kind <> 'fee_invoice' then payments.payment_method end,
        'lines', jsonb_build_array(jsonb_build_object('text', replace(words.line, '${TITLE}', projects.title), 'cents', needed.total)))
    from (${required}) needed
    join (values ${words.join(', ')}) words (kind, series, line, note) on words.kind = needed.kind
    join (select id, created_at as at, (created_at at time zone 'UTC')::date as day from ledger_movements) movements on movements.id = needed.movement_id
    join payments on payments.id = needed.payment_id join projects on projects.id = payments.project_id
    join profiles seller on seller.id = payments.seller_id join profiles creator on creator.id = payments.creator_id`)
  await client.query(`insert into document_series (series, year, last, last_day)
    select series, year, max(number), max(issued_on) from documents group by series, year`)
}

/** Runs once no deferred constraint is pending: until then a table cannot be altered. */
export const guardDocuments = (client: pg.Client) =>
  client.query(
    `alter table documents enable trigger user; alter table document_series enable trigger user`,
  )

const named = (name: string) => `jsonb_build_object('name', ${name}, 'address', '[]'::jsonb)`
