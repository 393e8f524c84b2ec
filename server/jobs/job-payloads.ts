import type { SearchSubject } from '#contract/saved-searches.ts'

/** A mail ready to send. Its two bodies say the same. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** The payload of each kind of job. Ids, never copies of rows: a job reads the current state when it runs. */
export interface JobPayloads {
  /**
   * One rendered mail; `to` is one address. Sent over SMTP by server/mail/mail-tasks.ts. `dedupe_id` identifies the
   * mail, so that a retry carries the same Message-ID; without it the content identifies the mail. A mail whose link or
   * code signs someone in is `sealed` (server/mail/sealed-mail.ts): the queue is a table, and backups contain it.
   */
  'mail.send': { to: string; dedupe_id?: string; unsubscribe_url?: string; sending_id?: string } & (
    | RenderedMail
    | { sealed: string }
  )
  /** Decides whether a notification is mailed, and queues the mail (server/notifications). */
  'notifications.mail': { notification_id: number }
  /** Decides whether a notification is pushed, and queues the push for each browser (server/notifications). */
  'notifications.push': { notification_id: number }
  /** One push to one browser, about a notice or a conversation's unread messages (server/notifications). */
  'push.send': { subscription_id: number; user_id: string } & (
    | { notification_id: number }
    | { conversation_id: string; since: string }
  )
  /** Finds the saved searches that something new matches (server/saved-searches). */
  'searches.match': { about: SearchSubject; id: string }
  /** Every minute: runs whatever is due (server/clocks). */
  'clocks.tick': Record<string, unknown>
  /** Prepares the renditions of a new file (server/uploads). */
  'files.prepare': { file_id: string }
  /** Every ten minutes, every hour and every night: removes unused files (server/uploads). */
  'files.tidy': Record<string, unknown>
  'files.drop_unfinished': Record<string, unknown>
  'files.sweep': Record<string, unknown>
  /** Ten seconds after a rejection: makes it final, unless it was undone (server/applications). */
  'applications.count_rejection': { application_id: string }
  /** Makes a person's open pages refetch what changed. */
  'realtime.changed': { user_ids: string[]; topics: string[]; project_id: string | null }
  /** Charges the saved card of a funding attempt (server/payments). */
  'payments.charge': { payment_id: string; attempt: number }
  /** Makes the transfer of a payment whose release was committed (server/payments). */
  'payments.release': { payment_id: string }
  /** Makes the refund of a payment whose refund was committed (server/payments). */
  'payments.refund': { payment_id: string }
  /** Returns a second payment for an already funded deal to the card (server/payments). */
  'payments.return_duplicate': { payment_id: string; charge_id: string; amount_cents: number }
  /** Detaches the cards of a customer whose account was deleted (server/payment-methods). */
  'payment_methods.forget': { customer_id: string }
  /** Records the cards that an account is paid out to (server/payouts). */
  'payouts.note_cards': { account_id: string }
  /** Hourly: compares our books with the provider's, and checks the invariants of ours (server/payments). */
  'payments.reconcile': Record<string, unknown>
  /**
   * `whole` reads the whole ledger, including the part that the document checks otherwise read only for the newest
   * days.
   */
  'payments.check': { whole?: boolean }
  /** Daily, and at start in production: checks the platform's own account (server/payments). */
  'payments.check_platform': Record<string, unknown>
  /** Every night: compares track records with their events (server/track-records). */
  'track_records.check': Record<string, unknown>
  /** Every night: compares rings with what accounts share, and deletes what is too old (server/rings). */
  'rings.check': Record<string, unknown>
  /** Every night: deletes what is past its period (server/retention). */
  'retention.enforce': Record<string, unknown>
  /** Signs what a licence states (server/licences). */
  'licences.certify': { licence_id: string }
  /**
   * Makes the documents that a payment's movements need; the hourly run orders those that were missed
   * (server/documents).
   */
  'documents.issue': { payment_id: string }
  /** Makes the documents for a month or year, or for a payout to the bank (server/documents). */
  'documents.period': {
    user_id: string
    side: 'seller' | 'creator'
    period: 'month' | 'year'
    from: string
  }
  'documents.payout': { payout_id: number }
  /** Makes a document's PDF, once someone has asked for it (server/documents). */
  'documents.print': { document_id: string }
  /** Queues the mail about a document to a reader who asked for such mails. */
  'documents.mail': { document_id: string; user_id: string }
  'documents.catch_up': Record<string, unknown>
  /** Draws a signed certificate as a document (server/licences). */
  'licences.draw': { licence_id: string }
  /** Applies a provider event that the webhook stored (server/payments). */
  'payments.event': { event_id: string }
}

export type JobName = keyof JobPayloads
