import type { NoticeFacts } from '#contract/notice.ts'

/** The facts of a notice about a deal of $540.00: the minimum, and whatever a test names. */
export const noticeFacts = (own: Partial<NoticeFacts> = {}): NoticeFacts => ({
  project_id: '11111111-1111-4111-8111-111111111111',
  project_title: 'Three reels',
  project_status: 'active',
  seller_name: 'Harrow',
  creator_name: 'Maya Okafor',
  amount_cents: 54_000,
  words: null,
  file_name: null,
  version: null,
  due: null,
  days_left: null,
  failure: null,
  funding_by: null,
  payment_status: null,
  returned_cents: null,
  decided: null,
  dispute: null,
  escalates: false,
  by_system: false,
  ...own,
})
