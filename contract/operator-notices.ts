import type { EventMove } from './events.ts'
import type { NoticeLine } from './notice.ts'

/** The people concerned notice it by its effect: a refused sign-in, a payment that moves on. */
const nobody: NoticeLine = { nobody: 'operators read it in the activity of the console' }

/** No one gets a mail about operators' acts. */
export const operatorNotices: Record<`operator_act.${EventMove<'operator_act'>}`, NoticeLine> = {
  'operator_act.ban': nobody,
  'operator_act.unban': nobody,
  'operator_act.end_sessions': nobody,
  // The person gets a mail, and sees it in their security log.
  'operator_act.begin_view': nobody,
  'operator_act.end_view': nobody,
  'operator_act.apply_webhook': nobody,
  'operator_act.retry_job': nobody,
  'operator_act.give_up_job': nobody,
  'operator_act.take_difference': nobody,
  'operator_act.note_difference': nobody,
  'operator_act.resolve_difference': nobody,
  'operator_act.decide_dispute': nobody,
  // Operators who may confirm it get a mail; both sides get the notices of a decision.
  'operator_act.propose': nobody,
  'operator_act.confirm_proposal': nobody,
  'operator_act.reject_proposal': nobody,
  'operator_act.withdraw_proposal': nobody,
  'operator_act.send_bank_evidence': nobody,
  // The author gets the notice of deal_review.hide.
  'operator_act.hide_deal_review': nobody,
  'operator_act.take_report': nobody,
  // The reporter gets the notices of report.act and report.dismiss, the person concerned those of sanction.….
  'operator_act.dismiss_report': nobody,
  'operator_act.act_on_report': nobody,
  'operator_act.answer_appeal': nobody,
  'operator_act.overrule_ring': nobody,
  'operator_act.reinstate_ring': nobody,
  'operator_act.make_owner': nobody,
  'operator_act.make_finance': nobody,
  'operator_act.make_support': nobody,
  'operator_act.make_read_only': nobody,
}
