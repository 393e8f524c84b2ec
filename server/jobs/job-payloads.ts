/** What each kind of job carries. Ids, never copies of rows: a job reads the truth when it runs. */
export interface JobPayloads {
  /**
   * One mail, rendered already; `to` is one address. Sent over SMTP by server/providers/mail. `dedupe_id` names
   * the mail, so that a second try carries the same Message-ID; without it the content does.
   */
  'mail.send': { to: string; subject: string; text: string; html: string; dedupe_id?: string }
  /** Tells the sockets of a room that something is new (server/realtime). */
  'realtime.message': { conversation_id: string; message_id: string; change: 'insert' | 'update' }
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
  /** Hourly: compares our books with the provider's, and our promises with our books (server/payments). */
  'payments.reconcile': Record<string, unknown>
  'payments.check': Record<string, unknown>
  /** Applies a provider event stored by the webhook (server/payments). */
  'payments.event': { event_id: string }
}

export type JobName = keyof JobPayloads
