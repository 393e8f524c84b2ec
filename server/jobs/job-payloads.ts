import type { SearchSubject } from '#contract/saved-searches.ts'
import type { RenderedMail } from '#server/mail/mail-layout.ts'

/** What each kind of job carries. Ids, never copies of rows: a job reads the truth when it runs. */
export interface JobPayloads {
  /**
   * One mail, rendered already; `to` is one address. Sent over SMTP by server/providers/mail. `dedupe_id` names
   * the mail, so that a second try carries the same Message-ID; without it the content does. A mail whose link or
   * code lets somebody in is `sealed` (server/mail/sealed-mail.ts): the queue is a table, and backups have it too.
   */
  'mail.send': { to: string; dedupe_id?: string; unsubscribe_url?: string } & (
    | RenderedMail
    | { sealed: string }
  )
  /** Decides about a notification's mail and queues it (server/notifications). */
  'notifications.mail': { notification_id: number }
  /** Looks for which saved searches something new is a find (server/saved-searches). */
  'searches.match': { about: SearchSubject; id: string }
  /** Every minute: whatever is due by the clock (server/clocks). */
  'clocks.tick': Record<string, unknown>
  /** Makes what a new file is shown by (server/uploads). */
  'files.prepare': { file_id: string }
  /** Every ten minutes, hour and night: removes what nobody uses (server/uploads). */
  'files.tidy': Record<string, unknown>
  'files.drop_unfinished': Record<string, unknown>
  'files.sweep': Record<string, unknown>
  /** Tells a person's open pages to refetch what changed. */
  'realtime.changed': { user_ids: string[]; topics: string[]; project_id: string | null }
  /** Charges the saved card of an attempt to fund (server/payments). */
  'payments.charge': { payment_id: string; attempt: number }
  /** Makes the transfer of a payment whose release was committed (server/payments). */
  'payments.release': { payment_id: string }
  /** Makes the refund of a payment whose refund was committed (server/payments). */
  'payments.refund': { payment_id: string }
  /** Sends a second payment for an already funded deal back to the card (server/payments). */
  'payments.return_duplicate': { payment_id: string; charge_id: string; amount_cents: number }
  /** Forgets the cards of a customer whose account ended (server/payment-methods). */
  'payment_methods.forget': { customer_id: string }
  /** Hourly: compares our books with the provider's, and our promises with our books (server/payments). */
  'payments.reconcile': Record<string, unknown>
  'payments.check': Record<string, unknown>
  /** Daily, and at a start in production: looks at the platform's own account (server/payments). */
  'payments.check_platform': Record<string, unknown>
  /** Applies a provider event stored by the webhook (server/payments). */
  'payments.event': { event_id: string }
}

export type JobName = keyof JobPayloads
