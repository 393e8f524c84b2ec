import type { GivenAct } from '#contract/report-schemas.ts'
import { REPORT_ACT_WORDS, REPORT_SUBJECT_WORDS } from '#contract/report-words.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { statementLines } from '#contract/report-notices.ts'
import { ACTS_ON } from '#contract/reports.ts'
import { sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { accountMail } from '#server/mail/notification-mail.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { noticeSubject } from '#server/notifications/notice-facts.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { type Acted, NOTHING_DONE, recordAct } from '#server/operator/acts/operator-acts.ts'
import { banIn, lockPerson } from '#server/operator/people-service.ts'
import { hideContent } from './hidden-content.ts'
import { lockReport, reportInTurn } from './report-queue.ts'
import { moveReports } from './report-moves.ts'
import type { ReportRow } from './report-row.ts'
import { bansInForce, laterEnd } from './sanction-ban.ts'
import { keyedSanctionUrl } from './sanction-link.ts'
import { insertSanction, sanctionById, type SanctionRow } from './sanction-store.ts'

/** An operator's act about a report. */
interface ActOnReport extends GivenAct {
  viewer: Viewer
  id: string
  now: Date
}

/**
 * Hides, warns, limits or bans, and closes every waiting report about the same subject: one sanction, one statement of
 * reasons, in one transaction. The same act again by the same operator is a no-op. Throws 404, report.closed,
 * report.about_you, report.act_unfit, report.nothing_to_hide, operator.not_on_operators, operator.person_deleted,
 * deal_review.own.
 */
export function actOnReport(deps: Deps, given: ActOnReport): Promise<Acted> {
  const { viewer, id, act, facts, now } = given
  return inTransaction(deps.pool, async (tx) => {
    if (await isDone(tx, given)) return NOTHING_DONE
    const { report, together } = await lockReport(tx, viewer, id)
    if (!ACTS_ON[report.subject].includes(act)) throw new AppError('report.act_unfit')
    const personAct = { viewer, personId: report.person_id, reason: facts, now }
    const { user, subject } = await lockPerson(tx, deps, personAct)
    const until = given.days === null ? null : new Date(now.getTime() + given.days * DAY_MS)
    const taken =
      act === 'hide'
        ? await hide(tx, report, given)
        : act === 'ban'
          ? { bans_before: await bansInForce(tx, report.person_id, user, now) }
          : null
    const sanction = await insertSanction(
      tx,
      { report, actorId: viewer.id, act, reason: given.reason, facts, until, taken },
      now,
    )
    const set = sql`closed_at = ${now}, sanction_id = ${sanction.id}`
    await moveReports(tx, together, { move: 'act', actorId: viewer.id, set, now })
    await recordEvent(tx, {
      entity: 'sanction',
      entityId: sanction.id,
      projectId: null,
      actorId: viewer.id,
      move: 'impose',
      from: null,
      to: sanction.appeal_status,
    })
    // Runs after the notice: a banned person does not get the usual mails.
    if (act === 'ban') {
      const { address } = await banIn(tx, deps, { ...personAct, until: laterEnd(user, until) })
      await mailBanned(tx, deps, sanction, address)
    }
    const why = `${REPORT_ACT_WORDS[act].label}: ${facts}`.slice(0, OPERATOR_LIMITS.reason)
    await recordAct(tx, { ...subject, act: 'act_on_report', reason: why })
    return { changed: true, reason: facts }
  })
}

const DAY_MS = 86_400_000

/** Whether this very act was already done: the second of two clicks. Waits for the first one. */
async function isDone(tx: Tx, given: ActOnReport): Promise<boolean> {
  const { id, viewer, act, reason, facts, days } = given
  const report = await reportInTurn(tx, id)
  if (report.sanction_id === null || report.handled_by !== viewer.id) return false
  const sanction = foundOr404(await sanctionById(tx, report.sanction_id))
  const { at, until } = sanction
  const lasts = until === null ? null : (Date.parse(until) - Date.parse(at)) / DAY_MS
  const isSame = sanction.act === act && sanction.reason === reason && sanction.facts === facts
  return isSame && lasts === days
}

async function hide(tx: Tx, report: ReportRow, { viewer, reason, now }: ActOnReport) {
  const taken = await hideContent(tx, report, { actorId: viewer.id, reason, now })
  if (taken === false) throw new AppError('report.nothing_to_hide')
  return taken
}

/** Mails the statement of reasons to someone who cannot sign in: its link opens the page and accepts the appeal. */
async function mailBanned(
  tx: Tx,
  deps: Deps,
  sanction: SanctionRow,
  address: string,
): Promise<void> {
  const context = { bySystem: false, daysLeft: null, escalates: false }
  const told = foundOr404(await noticeSubject(tx, 'sanction', sanction.id, context))
  const { brandName, publicUrl: siteUrl } = deps.config
  const subject = REPORT_ACT_WORDS.ban.heading(REPORT_SUBJECT_WORDS[sanction.subject].yours)
  const mail = accountMail(
    { brandName, siteUrl },
    {
      subject,
      heading: subject,
      lines: statementLines(told.facts),
      action: { label: 'Read the decision', url: keyedSanctionUrl(deps.config, sanction.id) },
    },
  )
  await queueMail(tx, address, mail, { dedupeId: `sanction-${sanction.id}` })
}
