import { z } from 'zod'
import { after, id, idParams, lenient, searchText, text, usd } from './field-schemas.ts'
import {
  ACT_SUBJECTS,
  DIFFERENCE_STATES,
  JOB_STATES,
  OPERATOR_LIMITS as limits,
  operatorMessages as say,
  PAYMENT_FLAGS,
  PERSON_STATES,
  WEBHOOK_STATES,
} from './operator.ts'
import {
  operatorDeliverable,
  operatorProject,
  operatorProjectRow,
} from './operator-project-schemas.ts'
import {
  operatorAct,
  operatorDifference,
  operatorJob,
  operatorOfMarket,
  operatorOverview,
  operatorPayment,
  operatorPaymentRow,
  operatorPerson,
  operatorPersonRow,
  operatorDeliveries,
  operatorWebhook,
} from './operator-record-schemas.ts'
import { OPERATOR_ROLES } from './operator-roles.ts'
import { PAYMENT_STATUSES } from './payments.ts'
import { ROLES } from './profiles.ts'
import { PROJECT_STATUSES } from './projects.ts'

/**
 * An id that the database numbers, for rows that have no UUID in this product. It is text, because it is an identifier.
 */
const number = z.string().regex(/^[1-9]\d{0,14}$/)
const numberParams = z.object({ number })

const reason = text(limits.reason, say.reasonRequired)
const q = searchText(limits.search)

/** A page of a list of the console; `next` is the `after` of the next page. */
const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable() })

/** An act's outcome. */
const acted = z.object({
  /** False when it was already so and nothing was done. */
  changed: z.boolean(),
  /** As it was recorded. */
  reason: z.string().nullable(),
})
const withReason = {
  params: numberParams,
  body: z.strictObject({ reason }),
  answer: acted,
} as const

export const operatorSchemas = {
  'operator.overview': { answer: operatorOverview },

  /** Newest first. `q`: part of a name, a company or an address, or a whole id. */
  'operator.people': {
    query: z.object({
      q,
      role: lenient(z.enum(ROLES)),
      state: lenient(z.enum(PERSON_STATES)),
      after,
    }),
    answer: pageOf(operatorPersonRow),
  },
  'operator.person': { params: idParams, answer: operatorPerson },
  /**
   * Ends every session immediately and refuses new ones; null days means until it is lifted. Another reason or end
   * replaces the ban in force; repeating it answers `changed: false`.
   */
  'operator.ban': {
    params: idParams,
    body: z.strictObject({
      reason,
      days: z
        .number(say.daysInvalid)
        .int(say.daysInvalid)
        .min(1, say.daysInvalid)
        .max(limits.banDays, say.daysInvalid)
        .nullable(),
    }),
    answer: acted,
  },
  'operator.unban': { params: idParams, body: z.strictObject({ reason }), answer: acted },
  'operator.end_sessions': {
    params: idParams,
    body: z.strictObject({ reason }),
    answer: acted,
  },

  /**
   * Newest first. `q`: part of a title, or a whole id. `listing`: only the deals that were split off from this project.
   */
  'operator.projects': {
    query: z.object({
      q,
      status: lenient(z.enum(PROJECT_STATUSES)),
      person: lenient(id),
      listing: lenient(id),
      after,
    }),
    answer: pageOf(operatorProjectRow),
  },
  'operator.project': { params: idParams, answer: operatorProject },
  /** The deliveries for it, newest version first. */
  'operator.deliverables': {
    params: idParams,
    query: z.object({ after }),
    answer: pageOf(operatorDeliverable),
  },

  /** Newest first. `q`: the whole id of the payment, its project or application, or of a provider object. */
  'operator.payments': {
    query: z.object({
      q,
      status: lenient(z.enum(PAYMENT_STATUSES)),
      flag: lenient(z.enum(PAYMENT_FLAGS)),
      person: lenient(id),
      after,
    }),
    answer: pageOf(operatorPaymentRow),
  },
  'operator.payment': { params: idParams, answer: operatorPayment },

  /** Newest first. `q`: the whole id of an event or of its object, or a prefix of its type. */
  'operator.webhooks': {
    query: z.object({ q, state: lenient(z.enum(WEBHOOK_STATES)), after }),
    answer: pageOf(operatorWebhook),
  },
  /** The outcomes of deliveries; only accepted ones are in the inbox (decision 0114). */
  'operator.webhook_deliveries': { answer: operatorDeliveries },
  /** Applies it again: the object is read again from the provider, and only forward transitions are made. */
  'operator.apply_webhook': withReason,

  /** Failed jobs, newest first. `q`: a prefix of the task's name. */
  'operator.jobs': {
    query: z.object({ q, state: lenient(z.enum(JOB_STATES)), after }),
    answer: pageOf(operatorJob),
  },
  /** Retries it now, with a fresh set of retries. */
  'operator.retry_job': withReason,
  /** Stops automatic retries; it stays in the list and can be retried by hand. */
  'operator.give_up_job': withReason,

  /** Newest first. */
  'operator.differences': {
    query: z.object({ state: lenient(z.enum(DIFFERENCE_STATES)), after }),
    answer: pageOf(operatorDifference),
  },
  /** The calling operator becomes its assignee. */
  'operator.take_difference': { params: numberParams, answer: acted },
  'operator.note_difference': {
    params: numberParams,
    body: z.strictObject({ reason: text(limits.reason, say.noteRequired) }),
    answer: acted,
  },
  /** Resolves it by hand. A difference that the next reconciliation still finds opens again. */
  'operator.resolve_difference': {
    params: numberParams,
    /** `paid_amount`, USD: the amount paid out by hand; exactly what is owed, and absent when nothing is. */
    body: z.strictObject({ reason, paid_amount: usd.optional() }),
    answer: acted,
  },

  /** Everyone the configuration names, with their role. */
  'operator.operators': { answer: z.object({ rows: z.array(operatorOfMarket) }) },
  /** Gives an operator a role; owners only. */
  'operator.set_role': {
    params: idParams,
    body: z.strictObject({ role: z.enum(OPERATOR_ROLES), reason }),
    answer: acted,
  },

  /** Operators' acts, newest first; optionally about one subject. */
  'operator.activity': {
    query: z.object({
      subject: lenient(z.enum(ACT_SUBJECTS)),
      /** A UUID, a number, or the provider's name of an event. */
      subject_id: lenient(z.string().regex(/^[\w-]{1,60}$/)),
      after,
    }),
    answer: pageOf(operatorAct),
  },
} as const
