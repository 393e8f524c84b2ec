import type { SanctionRecord } from '#contract/report-schemas.ts'
import type { UserRow } from '#server/auth/records/user-store.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { accountMail } from '#server/mail/notification-mail.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { type Acted, NOTHING_DONE, recordAct } from '#server/operator/acts/operator-acts.ts'
import { numberedPage } from '#server/operator/acts/operator-pages.ts'
import { lockPerson, moveBanEnd, type PersonAct, unbanIn } from '#server/operator/people-service.ts'
import { restoreContent } from './hidden-content.ts'
import { presentSanctionRecord } from './report-presenter.ts'
import { endWithout, isBanned } from './sanction-ban.ts'
import { keyedSanctionUrl } from './sanction-link.ts'
import {
  lockSanction,
  openAppeals,
  sanctionsAbout,
  type SanctionRow,
  storeAnswer,
} from './sanction-store.ts'

/** A page of open appeals, the oldest sanction first. */
export async function appealsPage(
  deps: Deps,
  { after, now }: { after?: string | undefined; now: Date },
): Promise<{ rows: SanctionRecord[]; next: string | null }> {
  const { rows, next } = numberedPage(await openAppeals(deps.pool, after))
  return { rows: rows.map((row) => presentSanctionRecord(row, now)), next }
}

/** A page of decisions about a person, newest first. */
export async function sanctionsPage(
  deps: Deps,
  { person, after, now }: { person: string; after?: string | undefined; now: Date },
): Promise<{ rows: SanctionRecord[]; next: string | null }> {
  const { rows, next } = numberedPage(await sanctionsAbout(deps.pool, person, after))
  return { rows: rows.map((row) => presentSanctionRecord(row, now)), next }
}

interface AppealAnswer {
  viewer: Viewer
  id: string
  outcome: 'upheld' | 'reversed'
  answer: string
  now: Date
}

/**
 * Answers an appeal. Upheld: the act stands. Reversed: it is undone in the same transaction; a ban that another decision
 * imposed stays until its own end. The same answer again by the same operator is a no-op. Throws 404, report.about_you,
 * sanction.not_appealed, sanction.appeal_closed, operator.person_deleted.
 */
export function answerAppeal(deps: Deps, given: AppealAnswer): Promise<Acted> {
  const { viewer, id, outcome, answer, now } = given
  return inTransaction(deps.pool, async (tx) => {
    const sanction = foundOr404(await lockSanction(tx, id))
    if (sanction.person_id === viewer.id) throw new AppError('report.about_you')
    if (sanction.appeal_status === 'none') throw new AppError('sanction.not_appealed')
    if (sanction.appeal_status !== 'open') {
      const isRepeated =
        sanction.appeal_status === outcome &&
        sanction.appeal_answer === answer &&
        sanction.appeal_answered_by === viewer.id
      if (isRepeated) return NOTHING_DONE
      throw new AppError('sanction.appeal_closed')
    }
    const personAct = { viewer, personId: sanction.person_id, reason: answer, now }
    const { user, subject } = await lockPerson(tx, deps, personAct)
    const move = outcome === 'reversed' ? 'reverse' : 'uphold'
    const banEnd = sanction.act === 'ban' ? await endWithout(tx, sanction, user, now) : null
    await storeAnswer(tx, id, { move, answer, by: viewer.id, now })
    if (outcome === 'reversed') await undo(tx, deps, { sanction, user, banEnd }, personAct)
    await recordEvent(tx, {
      entity: 'sanction',
      entityId: id,
      projectId: null,
      actorId: viewer.id,
      move,
      from: 'open',
      to: outcome,
    })
    // A banned person does not get the usual mails.
    const staysBanned = outcome === 'reversed' && banEnd !== null
    if (sanction.act === 'ban' && (outcome === 'upheld' || staysBanned))
      await mailAnswer(tx, deps, { sanction, outcome, answer, address: user.email ?? '' })
    return recordAct(tx, { ...subject, act: 'answer_appeal', reason: answer })
  })
}

/**
 * A limit ends with the sanction itself; there is nothing to undo for a warning. `banEnd` is when the ban ends without the
 * sanction; null lifts it.
 */
async function undo(
  tx: Tx,
  deps: Deps,
  {
    sanction,
    user,
    banEnd,
  }: { sanction: SanctionRow; user: Pick<UserRow, 'banned_until'>; banEnd: string | null },
  act: PersonAct,
): Promise<void> {
  if (sanction.act === 'hide') await restoreContent(tx, sanction, act.viewer.id)
  if (sanction.act !== 'ban' || !isBanned(user, act.now)) return
  if (banEnd === null) await unbanIn(tx, deps, act)
  else await moveBanEnd(tx, act, banEnd)
}

const OUTCOME_LINES = {
  upheld: 'We looked at your appeal. The decision stands.',
  reversed:
    'We looked at your appeal. You were right: we have undone this decision. Your account stays banned because of another decision.',
} as const

async function mailAnswer(
  tx: Tx,
  deps: Deps,
  {
    sanction,
    outcome,
    answer,
    address,
  }: Pick<AppealAnswer, 'outcome' | 'answer'> & { sanction: SanctionRow; address: string },
): Promise<void> {
  const { brandName, publicUrl: siteUrl } = deps.config
  const mail = accountMail(
    { brandName, siteUrl },
    {
      subject: 'Your appeal was answered',
      heading: 'Your appeal was answered',
      lines: [OUTCOME_LINES[outcome], answer],
      action: { label: 'Read the answer', url: keyedSanctionUrl(deps.config, sanction.id) },
    },
  )
  await queueMail(tx, address, mail, { dedupeId: `appeal-${sanction.id}` })
}
