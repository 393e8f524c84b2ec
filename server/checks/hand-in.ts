import type { BriefCheck } from '#contract/briefs.ts'
import type { HandedInChecks } from '#contract/delivery-check-schemas.ts'
import { deliveryCheckMessages as say, needsReason } from '#contract/delivery-checks.ts'
import { type Finding, machineFinding } from '#contract/machine-checks.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  briefOfDelivery,
  filesOfDelivery,
  type HandedInCheck,
  insertChecks,
} from './check-store.ts'

/**
 * Stores the checks of the agreed brief with a new version: the machine's are read from its files, the creator answers
 * the others. A no-op without an agreed brief. Throws checks.open where an open must has no reason, 404 for a check the
 * brief does not have, checks.brief_changed where the creator read (`read`) the checks of another version.
 */
export async function takeChecks(
  tx: Tx,
  { id, brief_version }: { id: string; brief_version: number | null },
  said: HandedInChecks,
  read: number | null = brief_version,
): Promise<void> {
  // The same id may stand for a different request by now.
  if (read !== brief_version) throw new AppError('checks.brief_changed')
  const brief = brief_version === null ? null : await briefOfDelivery(tx, id)
  if (brief === null) return
  const files = await filesOfDelivery(tx, id)
  const given = new Map(said.map((one) => [one.check_id, one]))
  if (said.some(({ check_id }) => !brief.checks.some((check) => check.id === check_id)))
    throw new AppError('request.not_found')
  // Briefs agreed before names had to be unique may have two checks with the same name: the machine's, which comes
  // first, counts.
  const named = new Map(brief.checks.toReversed().map((check) => [check.id, check]))
  const taken = brief.checks
    .filter((check) => named.get(check.id) === check)
    .map((check) => {
      const finding = check.rule === null ? null : machineFinding(check.rule, brief.items, files)
      return { check, row: rowOf(check, finding, given.get(check.id)) }
    })
  const open = taken.filter(
    ({ check, row }) => row.reason === null && needsReason({ ...row, must: check.must }),
  )
  if (open.length > 0) {
    const fields = open.map(({ row }) => [
      `checks.${row.check_id}`,
      row.machine === null ? say.reason : say.machineReason,
    ])
    throw new AppError('checks.open', {
      fields: Object.fromEntries(fields) as Record<string, string>,
    })
  }
  await insertChecks(
    tx,
    id,
    taken.map(({ row }) => row),
  )
}

/** For checks that are read from the files, the creator's tick is ignored and not stored. */
const rowOf = (
  { id }: BriefCheck,
  finding: Finding | null,
  given: HandedInChecks[number] | undefined,
): HandedInCheck => ({
  check_id: id,
  machine: finding?.holds ?? null,
  found: finding?.found ?? null,
  ticked: finding === null ? given?.ticked === true : null,
  reason: given?.reason ?? null,
})
