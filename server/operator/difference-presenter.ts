import { usdFromCents } from '#contract/money.ts'
import type { OperatorDifference } from '#contract/operator-record-schemas.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { presentProposal } from '#server/operator/proposals/proposal-presenter.ts'
import { openProposalsAbout } from '#server/operator/proposals/proposal-store.ts'
import { needsSecondPerson } from '#server/operator/proposals/propose.ts'
import type { DifferenceListRow } from './differences-store.ts'

/**
 * Whether closing a difference that leaves this many cents owed needs a second person (decision 0108). Without money
 * owed it decides on no amount, so it never does.
 */
export const payoutNeedsSecondPerson = (
  config: Pick<Config, 'secondPersonFromCents'>,
  owed: number,
): boolean => owed > 0 && needsSecondPerson(config, owed)

/** Differences as the console shows them to an operator, in the same order, each with its open proposal. */
export async function presentDifferences(
  { config, pool }: Pick<Deps, 'config' | 'pool'>,
  viewer: Viewer,
  found: readonly DifferenceListRow[],
): Promise<OperatorDifference[]> {
  if (found.length === 0) return []
  const numbers = found.map(({ number }) => String(number))
  const waiting = new Map(
    (await openProposalsAbout(pool, 'resolve_difference', numbers)).map((row) => [
      row.subject_id,
      presentProposal(row, viewer.id),
    ]),
  )
  return found.map(({ number, owner_id, owed, ...rest }) => ({
    ...rest,
    owed_amount: usdFromCents(owed),
    id: String(number),
    own: owner_id === viewer.id,
    second_person: payoutNeedsSecondPerson(config, owed),
    proposal: waiting.get(String(number)) ?? null,
  }))
}
