import { errors } from '#contract/errors.ts'
import { type Parcel, parcel } from '#contract/shipping-schemas.ts'
import {
  SHEET_COLUMNS,
  SHEET_LIMITS,
  type SheetColumn,
  sheetMessages as say,
  type SheetOutcome,
} from '#contract/shipping-sheet.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { ShipmentRow } from '#server/shipping/record/shipment-store.ts'
import { isDone, moveRefusal } from './shipping-policy.ts'
import { shipProduct } from './shipping-service.ts'
import { readCsv } from './csv-text.ts'
import { shipmentsAmong } from './sheet-store.ts'

/** The outcome of a row, or the outcome it would have: `message` says why it was refused. */
export interface ImportedRow {
  /** The line number as an editor counts it, from 1. */
  at_line: number
  project_id: string | null
  outcome: SheetOutcome
  message: string | null
}

interface SheetLine {
  line: number
  projectId: string
  cells: Partial<Record<SheetColumn, string>>
}

/**
 * Sets carrier, number and link of a brand's parcels, row by row and each in a transaction of its own, as
 * `shipping.ship` does. `dry` only reports what would happen. Uploading the same file again is a no-op. Throws
 * request.invalid for a file that is not such a list.
 */
export async function importSheet(
  deps: Deps,
  viewer: Viewer,
  { csv, dry, now }: { csv: string; dry: boolean; now: Date },
): Promise<ImportedRow[]> {
  const lines = linesOf(csv)
  const known = await shipmentsAmong(
    deps.pool,
    viewer.id,
    lines.flatMap(({ projectId }) => (UUID.test(projectId) ? [projectId] : [])),
  )
  const shipments = new Map(known.map((one) => [one.project_id, one]))
  const seen = new Map<string, number>()
  const done: ImportedRow[] = []
  for (const { line, projectId, cells } of lines) {
    const id = projectId.toLowerCase()
    const told = (outcome: SheetOutcome, message: string | null = null) =>
      done.push({ at_line: line, project_id: shipments.has(id) ? id : null, outcome, message })
    const given = { carrier: cells.carrier, number: cells.number, link: cells.link }
    const shipment = shipments.get(id)
    const first = seen.get(id)
    if (shipment === undefined) told('refused', say.unknown)
    else if (first !== undefined) told('refused', say.twice(first))
    else if (Object.values(given).every((value) => !value?.trim())) told('skipped')
    else {
      seen.set(id, line)
      const read = parcel.safeParse(given)
      const refusal =
        shipment.project_status === 'in_progress'
          ? isDone('ship', shipment.status)
            ? null
            : moveRefusal('ship', shipment.status)
          : 'shipping.deal_over'
      if (!read.success) told('refused', read.error.issues[0]?.message ?? null)
      else if (refusal !== null) told('refused', errors[refusal].message)
      else if (isDone('ship', shipment.status) && isSame(read.data, shipment)) told('unchanged')
      else {
        const outcome = isDone('ship', shipment.status) ? 'corrected' : 'shipped'
        const failure = dry ? null : await shipRow(deps, viewer, id, read.data, now)
        if (failure === null) told(outcome)
        else told('refused', failure)
      }
    }
  }
  return done
}

/**
 * Ships one row and returns the sentence of a refusal, or null: a change between reading and writing is reported as
 * usual.
 */
async function shipRow(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  given: Parcel,
  now: Date,
): Promise<string | null> {
  try {
    await shipProduct(deps, viewer, projectId, given, now)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

const isSame = (one: Parcel, other: Pick<ShipmentRow, 'carrier' | 'number' | 'link'>): boolean =>
  one.carrier === other.carrier && one.number === other.number && one.link === other.link

const unreadable = (message: string) =>
  new AppError('request.invalid', { fields: { csv: message } })

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Reads the rows of a file by the column names in its first line. */
function linesOf(csv: string): SheetLine[] {
  const lines = readCsv(csv)
  if (lines === null) throw unreadable(say.quotes)
  const [header, ...rest] = lines
  const places = SHEET_COLUMNS.map((column) => ({
    column,
    at: header?.cells.findIndex((cell) => cell.trim().toLowerCase() === column) ?? -1,
  }))
  const has = (column: SheetColumn) => places.some((one) => one.column === column && one.at >= 0)
  if (!has('project_id') || !has('carrier')) throw unreadable(say.columns)
  if (rest.length === 0) throw unreadable(say.empty)
  if (rest.length > SHEET_LIMITS.imported) throw unreadable(say.tooManyRows)
  return rest.map(({ line, cells }) => {
    const named = Object.fromEntries(
      places.flatMap(({ column, at }) => (at < 0 ? [] : [[column, cells[at] ?? '']])),
    ) as SheetLine['cells']
    return { line, projectId: (named.project_id ?? '').trim(), cells: named }
  })
}
