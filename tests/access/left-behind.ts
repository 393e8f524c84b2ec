/** Columns of the schema public, and why a deleted account leaves something of its person in them. */
interface LeftBehind {
  why: string
  columns: string
}

const BOTH: readonly LeftBehind[] = [
  {
    why: 'what was agreed and delivered in a deal that was paid: both sides, and a dispute, rely on it',
    columns:
      'amendments.note offers.items offers.against_items offers.note package_orders.terms package_orders.add_ons project_briefs.brief deliverables.notes deliverables.post_url deliverables.reviewer_notes deliverable_checks.note deliverable_checks.reason shipments.product shipments.carrier shipments.number shipments.problem_words files.file_name',
  },
  {
    why: 'what was said to the other side, which has it, too; gone with its period',
    columns: 'messages.content project_invitations.message review_replies.body',
  },
  {
    why: 'a review is about the other side and counts in its record; it names no author any more',
    columns: 'deal_reviews.body deal_reviews.note deal_reviews.hidden_reason',
  },
  {
    why: 'the documents of a paid deal carry the name (decision P31)',
    columns: 'profiles.name profiles.company_name',
  },
  {
    why: 'the books: how a payment was made, by the payment provider’s names',
    columns: 'payments.checkout_url payments.failure payments.funding_card payments.payment_method',
  },
  {
    why: 'what was reported stays with the operators, without the reporter; its words go with their period',
    columns: 'reports.body reports.reason reports.seen',
  },
  {
    why: 'what operators found and answered; the address of a picture leads nowhere once its file is gone',
    columns: 'sanctions.reason sanctions.facts sanctions.appeal_answer sanctions.picture',
  },
]

const SELLER: readonly LeftBehind[] = [
  {
    why: 'the project of a deal that was paid, as its creator agreed to it',
    columns: 'projects.title projects.description projects.product_details projects.product_images',
  },
  {
    why: 'notes that were sent say what the creator was asked for',
    columns:
      'review_notes.body review_notes.drawing review_notes.guest_name review_sendings.words review_sendings.told',
  },
]

const CREATOR: readonly LeftBehind[] = [
  {
    why: 'the application that became the deal, and the brand’s answer to it',
    columns: 'applications.message applications.reject_note',
  },
  {
    why: 'the brand’s own words with an order, and the answer it got',
    columns:
      'package_orders.words package_orders.links package_orders.question notifications.facts',
  },
]

/** Everything that a deleted account leaves, by its side. Anything else that is found of a person fails a test. */
export const LEFT_BEHIND = {
  seller: [...BOTH, ...SELLER],
  creator: [...BOTH, ...CREATOR],
} as const
