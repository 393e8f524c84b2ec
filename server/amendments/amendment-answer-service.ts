import { type AmendmentMove, amendmentTransitions } from '#contract/amendments.ts'
import { describeBrief } from '#contract/brief-text.ts'
import { moveAmendment } from '#server/amendments/record/amendment-moves.ts'
import { amendmentById, type AmendmentRow } from '#server/amendments/record/amendment-store.ts'
import { applicationById } from '#server/applications/application-store.ts'
import { saveBrief } from '#server/briefs/save-brief.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { isPast } from '#server/projects/project-edit.ts'
import { refreshProject } from '#server/projects/project-moves.ts'
import { agreeDeadline, pointToBrief } from '#server/projects/project-store.ts'
import { actorOf, dealRefusal, moveRefusal } from './amendment-policy.ts'
import {
  amendmentsOfDeal,
  type AmendmentsOfDeal,
  assertOtherSide,
  refreshDeal,
} from './amendment-service.ts'
import { type Deal, lockDeal } from './deal-store.ts'

/** What someone does with an amendment that exists. */
export type AmendmentAnswer = Exclude<AmendmentMove, 'expire' | 'close'>

/**
 * Answers or withdraws an amendment, once; the same again by the same side changes nothing. Accepting makes its price and date the
 * deal's, and its brief the next version and the agreed one, all or nothing. Throws 404 for strangers,
 * amendment.wrong_side, amendment.answered, amendment.expired; for accepting also amendment.date_over,
 * amendment.payment_begun, amendment.other_side_gone, brief.too_many_versions, and what `dealRefusal` finds.
 */
export function answerAmendment(
  deps: Deps,
  viewer: Viewer,
  id: string,
  move: AmendmentAnswer,
  now: Date,
): Promise<AmendmentsOfDeal> {
  return inTransaction(deps.pool, async (tx) => {
    const { application_id: applicationId } = foundOr404(await amendmentById(tx, id))
    const application = foundOr404(await applicationById(tx, applicationId))
    const deal = await lockDeal(tx, viewer, application.project_id)
    const amendment = foundOr404(await amendmentById(tx, id))
    const isRepeated =
      amendment.status === amendmentTransitions[move].to &&
      (amendmentTransitions[move].by as readonly string[]).includes(actorOf(deal.side, amendment))
    if (!isRepeated) {
      const refusal = moveRefusal(amendment, move, deal.side, now)
      if (refusal !== null) throw new AppError(refusal)
      if (move === 'accept') await assertAcceptable(tx, deal, amendment, now)
      const briefVersion = move === 'accept' ? await agree(tx, deal, amendment, now) : null
      const moved = await moveAmendment(tx, { id, move, actorId: viewer.id, now, briefVersion })
      if (moved === null) throw new AppError('amendment.answered')
      await (move === 'accept'
        ? refreshProject(tx, deal.project.id, [
            'projects',
            'applications',
            'conversations',
            'dashboard',
          ])
        : refreshDeal(tx, deal))
    }
    return amendmentsOfDeal(tx, deal)
  })
}

/** What accepting depends on besides the amendment itself. */
async function assertAcceptable(
  tx: Tx,
  deal: Deal,
  { deliver_by: day }: AmendmentRow,
  now: Date,
): Promise<void> {
  const over = dealRefusal(deal)
  if (over !== null) throw new AppError(over)
  await assertOtherSide(tx, deal, now)
  if (day !== null && isPast(day, now)) throw new AppError('amendment.date_over')
}

/**
 * Its price becomes the application's, which everything after it reads: funding, fees, statements, the money checks. The
 * write is its own guard: throws amendment.payment_begun when there is a payment. Funding holds the same lock.
 */
async function agreePrice(tx: Tx, applicationId: string, price: number): Promise<void> {
  const agreed = await maybeRow(
    tx,
    sql`update applications set proposed_price = ${price}
      where id = ${applicationId}
        and not exists (select from payments where payments.application_id = applications.id)
      returning id`,
  )
  if (agreed === null) throw new AppError('amendment.payment_begun')
}

/** Its price and date become the deal's, its brief the next version and the agreed one. The version, if there is one. */
async function agree(
  tx: Tx,
  { project, people }: Deal,
  { deliver_by: day, price, brief }: AmendmentRow,
  now: Date,
): Promise<number | null> {
  if (price !== null) await agreePrice(tx, people.application_id, price)
  if (day !== null) await agreeDeadline(tx, project.id, day)
  if (brief === null) return null
  const version = await saveBrief(tx, project.id, brief, now)
  await pointToBrief(tx, project.id, version)
  await execute(
    tx,
    sql`update applications set brief_version = ${version} where id = ${people.application_id}`,
  )
  // Words that were made from the brief follow it; the brand's own stay.
  await execute(
    tx,
    sql`update projects set description = ${describeBrief(brief)}
      where id = ${project.id} and description_generated`,
  )
  return version
}
