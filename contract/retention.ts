/** Days for which a person is also notified at an address they have left. Our choice. */
export const FORMER_ADDRESS_DAYS = 30

/** A length of time, as people read it and as PostgreSQL accepts it as an interval. */
export type Period = `${number} ${'hours' | 'days' | 'months' | 'years'}`

/** How long something is kept. */
interface KeptFor {
  period: Period
  /** What is deleted afterwards, and when the period begins. */
  what: string
  from: string
  /** Why not shorter, and why not longer. */
  because: string
  /** Whether the privacy policy lists it; the rest is deleted before anyone could ask about it. */
  isTold: boolean
}

/** The maximum time that a delivery may wait for its money to be held. */
const UNUSED_DELIVERY_DAYS = 7

/**
 * Every period after which something is deleted (decision 0103). The daily job, the privacy policy and the data map
 * read it; server/retention/ says which tables a period applies to. It imports nothing: the policy is a separate page,
 * and a test compares the numbers with the other rules that use them.
 */
export const KEPT_FOR = {
  conversations: {
    period: '3 years',
    what: 'Conversations, with the files sent in them',
    from: 'after the last message, unless money of the project is still held or disputed',
    because: 'claims from a deal can usually be made for three years',
    isTold: true,
  },
  conversations_of_no_one: {
    period: '30 days',
    what: 'Conversations of two people who both deleted their accounts',
    from: 'after the second one left',
    because: 'no one is left to read them; a bank may still ask within a month',
    isTold: true,
  },
  came_to_nothing: {
    period: '24 months',
    what: 'What was written with applications, invitations and orders that came to nothing',
    from: 'after it was sent or answered',
    because: 'both sides look back at it when they meet again',
    isTold: true,
  },
  addresses: {
    period: '90 days',
    what: 'Addresses that products are sent to',
    from: 'after the deal has ended',
    because: 'a parcel may come back, or be asked about',
    isTold: true,
  },
  notices: {
    period: '12 months',
    what: 'Notifications',
    from: 'after they were sent',
    because: 'they repeat what the deal itself shows',
    isTold: true,
  },
  account_log: {
    period: '90 days',
    what: 'The log of your own account: sign-ins, devices, networks, changes and exports',
    from: 'after each entry',
    because: 'a stranger’s sign-in is noticed within weeks',
    isTold: true,
  },
  unused_sessions: {
    period: '180 days',
    what: 'Sign-ins that are not used, with their network address and browser',
    from: 'after their last use',
    because: 'someone who comes back after half a year can sign in again',
    isTold: true,
  },
  unconfirmed_accounts: {
    period: '30 days',
    what: 'Accounts whose email address was never confirmed',
    from: 'after they were made',
    because: 'a link can be asked for again, but not for ever',
    isTold: true,
  },
  former_addresses: {
    period: `${FORMER_ADDRESS_DAYS} days`,
    what: 'Email addresses that you replaced',
    from: 'after the change',
    because: 'someone who takes over an account must not be able to silence its owner',
    isTold: true,
  },
  account_marks: {
    period: '24 months',
    what: 'Hashes of cards, networks and browsers',
    from: 'after they were last seen',
    because: 'deals count in public figures for as long',
    isTold: true,
  },
  reports: {
    period: '24 months',
    what: 'The words of a report, and what they were about',
    from: 'after it was closed',
    because: 'a decision may be appealed or repeated',
    isTold: true,
  },
  guest_links: {
    period: '30 days',
    what: 'Guest links to a review',
    from: 'after they ended',
    because: 'their owner sees which ones were used',
    isTold: true,
  },
  unused_files: {
    period: '1 days',
    what: 'Uploads that nothing refers to',
    from: 'after they were last used',
    because: 'a form may be saved later',
    isTold: true,
  },
  unused_deliveries: {
    period: `${UNUSED_DELIVERY_DAYS} days`,
    what: 'Uploads for a delivery that nothing refers to',
    from: 'after they were last used',
    because: 'the delivery may wait for the money',
    isTold: true,
  },
  failed_mails: {
    period: '30 days',
    what: 'Mails that could not be sent',
    from: 'after they were written',
    because: 'an operator can send them once the mail server works again',
    isTold: true,
  },
  server_logs: {
    period: '30 days',
    what: 'The log of our servers, with network addresses and the ids of accounts',
    from: 'after each line',
    because: 'what went wrong, and what was tried, is looked into within weeks',
    isTold: true,
  },
  sent_mails: {
    period: '30 days',
    what: 'The names of sent mails, without their text or recipient',
    from: 'after they were sent',
    because: 'so that none is sent twice',
    isTold: false,
  },
  webhook_deliveries: {
    period: '90 days',
    what: 'Counts of the payment provider’s messages, by day and outcome',
    from: 'after the day',
    because: 'they show whether the last change of a secret went well',
    isTold: false,
  },
  ended_sessions: {
    period: '1 days',
    what: 'Sessions that have ended',
    from: 'after their end',
    because: 'refusing them says "ended" instead of "unknown"',
    isTold: false,
  },
  unfinished_uploads: {
    period: '2 hours',
    what: 'Uploads that were not finished',
    from: 'after they began',
    because: 'a connection may come back',
    isTold: false,
  },
  ended_attempts: {
    period: '1 hours',
    what: 'Links, codes and challenges of sign-ins',
    from: 'after they expired',
    because: 'refusing them says "expired" instead of "unknown"',
    isTold: false,
  },
  limits: {
    period: '2 hours',
    what: 'Counts of guesses and mails by network or address',
    from: 'after the last one',
    because: 'by then the limit has recovered',
    isTold: false,
  },
  page_presence: {
    period: '1 hours',
    what: 'Which page someone has open',
    from: 'after they left it',
    because: 'it counts for a minute',
    isTold: false,
  },
} as const satisfies Record<string, KeptFor>

/** One of them. */
export type PeriodName = keyof typeof KEPT_FOR

/** Formats a period in words: "1 day", "24 months". */
export function periodText(period: Period): string {
  const [count, unit = ''] = period.split(' ')
  return count === '1' ? `1 ${unit.replace(/s$/, '')}` : period
}
