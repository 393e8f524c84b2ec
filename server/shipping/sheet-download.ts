import { SHEET_COLUMNS, type SheetColumn } from '#contract/shipping-sheet.ts'
import { SHIPMENT_WORDS } from '#contract/shipping-words.ts'
import { type AskedFrom, logAccountAct } from '#server/account-log/account-log-store.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { assertMay } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { ownsProject } from '#server/projects/project-policy.ts'
import { visibleProject } from '#server/projects/project-service.ts'
import { type AddressSeal, createAddressSeal } from '#server/shipping/record/address-seal.ts'
import { csvText } from './csv-text.ts'
import { parcelsOf, type SheetRow } from './sheet-store.ts'

/** Which parcels are requested, and by whom and from where. */
interface Asked {
  /** Those of one project; null is all of the brand's. */
  projectId: string | null
  from: AskedFrom
  now: Date
}

/**
 * Returns the list of parcels of a brand's own running deals, with their addresses. Each download adds a line to the
 * brand's account log and to that of everyone whose address is in it. Throws 404 for another brand's project.
 */
export async function exportSheet(
  deps: Deps,
  viewer: Viewer,
  { projectId, from, now }: Asked,
): Promise<{ csv: string; rows: number }> {
  if (projectId !== null)
    assertMay(ownsProject(viewer, await visibleProject(deps.pool, viewer, projectId, now)))
  const seal = createAddressSeal(deps.config.keys)
  return inTransaction(deps.pool, async (tx) => {
    const parcels = await parcelsOf(tx, viewer.id, projectId)
    const addressed = new Set(
      parcels.flatMap(({ sealed, creator_id: id }) => (sealed === null ? [] : [id])),
    )
    if (addressed.size > 0) await logAccountAct(tx, viewer.id, 'addresses_exported', from, now)
    // The creator must not learn where the brand is.
    for (const id of addressed) await logAccountAct(tx, id, 'address_exported', null, now)
    const lines = parcels.map((row) => cellsOf(row, seal))
    return { csv: csvText([SHEET_COLUMNS, ...lines]), rows: parcels.length }
  })
}

function cellsOf(row: SheetRow, seal: AddressSeal): string[] {
  const address = row.sealed === null ? null : seal.open(row.id, row.sealed)
  const cells: Record<SheetColumn, string | null | undefined> = {
    project_id: row.project_id,
    project: row.title,
    creator: row.creator_name,
    product: row.product,
    status: SHIPMENT_WORDS[row.status],
    name: address?.name,
    line1: address?.line1,
    line2: address?.line2,
    city: address?.city,
    region: address?.region,
    postal_code: address?.postal_code,
    country: address?.country,
    phone: address?.phone,
    carrier: row.carrier,
    number: row.number,
    link: row.link,
  }
  return SHEET_COLUMNS.map((column) => cells[column] ?? '')
}
