import type { NotificationKind } from './notifications.ts'

/** The texts for a kind: on the preferences card, and after "emails about". */
export const NOTIFICATION_KIND_WORDS: Record<
  NotificationKind,
  { label: string; about: string; hint: string }
> = {
  applications: {
    label: 'Applications',
    about: 'applications',
    hint: 'Someone applied, was chosen or turned down; a project was cancelled.',
  },
  invitations: {
    label: 'Invitations',
    about: 'invitations',
    hint: 'You were invited, or your invitation was answered or expired.',
  },
  deliverables: {
    label: 'Deliverables',
    about: 'deliverables',
    hint: 'Work was handed in, approved or needs a revision.',
  },
  payments: {
    label: 'Payments and payouts',
    about: 'payments and payouts',
    hint: 'Money was held, released, returned or disputed; your payout account changed.',
  },
  documents: {
    label: 'Documents',
    about: 'documents',
    hint: 'A receipt, an invoice or a credit note was made for you.',
  },
  reviews: {
    label: 'Reviews',
    about: 'reviews',
    hint: 'A deal is over and asks for your review; you were reviewed or answered.',
  },
  reminders: {
    label: 'Reminders',
    about: 'reminders',
    hint: 'A payment, a review, an invitation or a deadline is waiting for you.',
  },
  messages: {
    label: 'Unread messages',
    about: 'unread messages',
    hint: 'Messages still unread after ten minutes, in one email per conversation.',
  },
  searches: {
    label: 'Saved searches',
    about: 'saved searches',
    hint: 'Something new matches a saved search, in at most one email per search and day.',
  },
  reports: {
    label: 'Reports',
    about: 'what you reported',
    hint: 'Our team looked at what you reported. Decisions about your own account are always emailed.',
  },
}
