import { z } from 'zod'
import { after, id, idParams, lenient, text, textOrNone, timestamp } from './field-schemas.ts'
import { OPERATOR_LIMITS, operatorMessages } from './operator.ts'
import { personCard } from './profile-schemas.ts'
import {
  APPEAL_STATUSES,
  daysProblem,
  REPORT_ACTS,
  REPORT_LIMITS as limits,
  REPORT_REASONS,
  REPORT_STATUSES,
  REPORT_SUBJECTS,
  reportMessages as say,
} from './reports.ts'

const subject = z.enum(REPORT_SUBJECTS)
const reason = z.enum(REPORT_REASONS, { error: say.reasonRequired })

/** The subject of a report. For a picture: whose profile shows it, and its address there. */
const newReport = z
  .strictObject({
    subject,
    subject_id: id,
    picture: z
      .string()
      .max(limits.picture, `Please use at most ${limits.picture} characters.`)
      .optional(),
    reason,
    body: textOrNone(limits.body),
  })
  .refine((report) => (report.subject === 'picture') === (report.picture !== undefined), {
    path: ['picture'],
    error: 'Choose the picture.',
  })

/**
 * A sanction as the person concerned sees it: a statement of reasons. It never says who reported it, nor that anyone
 * did.
 */
export const sanction = z.object({
  id,
  act: z.enum(REPORT_ACTS),
  subject,
  /** Where the subject is, as far as the reader can go there; null for a subject without a page. */
  project_id: id.nullable(),
  /** The content that it was about, as it was then. */
  seen: z.string(),
  picture: z.string().nullable(),
  reason: z.enum(REPORT_REASONS),
  facts: z.string(),
  at: timestamp,
  /** When it ends; null: it has no end of its own. */
  until: timestamp.nullable(),
  appeal: z.object({
    status: z.enum(APPEAL_STATUSES),
    /** The time until which it may be appealed; null when that time is over or it was appealed. */
    until: timestamp.nullable(),
    body: z.string().nullable(),
    at: timestamp.nullable(),
    answer: z.string().nullable(),
    answered_at: timestamp.nullable(),
  }),
})

/** The signature in the link that is mailed to someone who is banned. */
const key = z.object({ key: z.string().max(100).optional() })

const reportRow = z.object({
  id,
  number: z.string(),
  subject,
  subject_id: id,
  picture: z.string().nullable(),
  reason: z.enum(REPORT_REASONS),
  body: z.string(),
  status: z.enum(REPORT_STATUSES),
  /** What the reporter saw. */
  seen: z.string(),
  project_id: id.nullable(),
  person: personCard,
  /** Null once the account is deleted. */
  reporter: personCard.nullable(),
  handled_by: z.string().nullable(),
  created_at: timestamp,
  closed_at: timestamp.nullable(),
})

/** A sanction as operators see it. */
const sanctionRow = sanction.extend({
  number: z.string(),
  person: personCard,
  actor_name: z.string(),
})

const acted = z.object({ changed: z.boolean(), reason: z.string().nullable() })
const days = z
  .number(say.limitDaysRequired)
  .int(say.limitDaysRequired)
  .min(1, say.limitDaysRequired)
  .max(OPERATOR_LIMITS.banDays, operatorMessages.daysInvalid)
const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable() })

export const reportSchemas = {
  /** Idempotent. A different report while the first is open is refused. */
  'reports.create': { body: newReport, answer: z.object({ reported: z.literal(true) }) },
  'sanctions.get': { params: idParams, query: key, answer: sanction },
  'sanctions.appeal': {
    params: idParams,
    query: key,
    body: z.strictObject({ body: text(limits.appeal, say.appealRequired) }),
    answer: sanction,
  },
  /** Open reports, oldest first; with `state` closed: the others, newest first. */
  'operator.reports': {
    query: z.object({ state: lenient(z.enum(['waiting', 'closed'])), after }),
    answer: pageOf(reportRow),
  },
  'operator.report': {
    params: idParams,
    answer: reportRow.extend({
      /** Other waiting reports of the same subject. */
      also: z.array(reportRow),
      /** Earlier decisions about this person, newest first. */
      history: z.array(sanctionRow),
      /** The code of a reported licence, whose check page has its terms; null for any other subject. */
      licence_code: z.string().nullable(),
      /** The sanction that resulted from it, which is part of the history. */
      sanction_id: id.nullable(),
      /** No act can be applied to this person: they are an operator, or deleted. */
      closed_to_acts: z.boolean(),
    }),
  },
  'operator.take_report': { params: idParams, answer: acted },
  'operator.dismiss_report': {
    params: idParams,
    body: z.strictObject({ reason: text(OPERATOR_LIMITS.reason, operatorMessages.reasonRequired) }),
    answer: acted,
  },
  /** Closes every waiting report of the subject, and sends the statement of reasons. */
  'operator.act_on_report': {
    params: idParams,
    body: z
      .strictObject({
        act: z.enum(REPORT_ACTS),
        reason,
        facts: text(limits.facts, say.factsRequired),
        /** For a limit, and for a ban that ends. */
        days: days.nullish().transform((value) => value ?? null),
      })
      .superRefine(({ act, days: given }, context) => {
        const problem = daysProblem(act, given)
        if (problem !== null) context.addIssue({ code: 'custom', path: ['days'], message: problem })
      }),
    answer: acted,
  },
  /** Decisions about a person, newest first. */
  'operator.sanctions': {
    query: z.object({ person: id, after }),
    answer: pageOf(sanctionRow),
  },
  /** Open appeals, oldest first. */
  'operator.appeals': { query: z.object({ after }), answer: pageOf(sanctionRow) },
  /** Reversing undoes the act. */
  'operator.answer_appeal': {
    params: idParams,
    body: z.strictObject({
      outcome: z.enum(['upheld', 'reversed']),
      answer: text(limits.facts, say.answerRequired),
    }),
    answer: acted,
  },
} as const

export type NewReport = z.output<typeof newReport>
export type Sanction = z.infer<typeof sanction>
export type ReportRecord = z.infer<typeof reportRow>
export type SanctionRecord = z.infer<typeof sanctionRow>
export type ReportDetail = z.infer<(typeof reportSchemas)['operator.report']['answer']>
export type GivenAct = z.output<(typeof reportSchemas)['operator.act_on_report']['body']>
