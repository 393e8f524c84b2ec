import type { Sanction } from '#contract/report-schemas.ts'
import { appealableUntil } from '#contract/reports.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { presentSanction } from './report-presenter.ts'
import { isKeyOf } from './sanction-link.ts'
import { lockSanction, sanctionById, type SanctionRow, storeAppeal } from './sanction-store.ts'

/** The person asking about a sanction: signed in, or with the key that was mailed to them. */
interface Asking {
  viewer: Viewer | null
  id: string
  key: string | undefined
  now: Date
}

/** Returns the statement of reasons, for the person concerned. Throws 404 for everyone else. */
export async function readSanction(deps: Deps, asking: Asking): Promise<Sanction> {
  const isKeyed = isKeyOf(deps.config, asking.id, asking.key)
  assertMay(isKeyed || asking.viewer !== null)
  const row = foundOr404(await sanctionById(deps.pool, asking.id))
  assertMay(isConcerned(row, asking, isKeyed))
  return presentSanction(row, asking.now)
}

/**
 * Appeals a sanction, once. A repeated request with the same words is a no-op. Throws 404 like `readSanction`,
 * sanction.appealed, sanction.appeal_late.
 */
export async function appealSanction(
  deps: Deps,
  { body, ip, ...asking }: Asking & { body: string; ip: string },
): Promise<Sanction> {
  // Anyone may try a key: a signed-in caller has already used their own budget.
  if (asking.viewer === null)
    await deps.limits?.takeOfNetwork('application', { ip, now: asking.now })
  const isKeyed = isKeyOf(deps.config, asking.id, asking.key)
  assertMay(isKeyed || asking.viewer !== null)
  return inTransaction(deps.pool, async (tx) => {
    const row = foundOr404(await lockSanction(tx, asking.id))
    assertMay(isConcerned(row, asking, isKeyed))
    const { now } = asking
    if (row.appeal_status !== 'none') {
      if (row.appeal !== body) throw new AppError('sanction.appealed')
      return presentSanction(row, now)
    }
    if (now > appealableUntil(new Date(row.at))) throw new AppError('sanction.appeal_late')
    await storeAppeal(tx, row.id, body, now)
    await recordEvent(tx, {
      entity: 'sanction',
      entityId: row.id,
      projectId: null,
      actorId: row.person_id,
      move: 'appeal',
      from: 'none',
      to: 'open',
    })
    return presentSanction(foundOr404(await sanctionById(tx, row.id)), now)
  })
}

/** A key opens nothing once the account is deleted: an appeal could not be answered, and no one would read the answer. */
const isConcerned = (row: SanctionRow, { viewer }: Asking, isKeyed: boolean): boolean =>
  !row.person_gone && (isKeyed || viewer?.id === row.person_id)
