/** Whom the rows of a table are about, and where they come from. */
interface About {
  whose: string
  from: string
}

const of = (whose: string, from: string): About => ({ whose, from })
const OWNER = 'the account’s owner'
const SIDES = 'the two sides of the deal'
const SIGN_IN = 'signing in'
const SETTINGS = 'Settings'
const WORK = 'working on the deal'
const BOOKED = 'payments, as they are booked'

/** Every table that holds something about a person (docs/data-map.md). A table is here or in NOBODYS. */
export const ABOUT_PEOPLE: Readonly<Record<string, About>> = {
  'auth.users': of(OWNER, 'sign-up'),
  'auth.identities': of(OWNER, 'sign-up, or Google'),
  'auth.sessions': of(OWNER, `${SIGN_IN}: the browser’s name and the network address`),
  'auth.factors': of(OWNER, SETTINGS),
  'auth.challenges': of(OWNER, SIGN_IN),
  'auth.recovery_codes': of(OWNER, SETTINGS),
  'auth.passkeys': of(OWNER, SETTINGS),
  'auth.passkey_challenges': of('whoever signs in', SIGN_IN),
  'auth.one_time_tokens': of('the address that was mailed', 'asking for a link or code'),
  'auth.not_me_links': of(OWNER, 'the mail about a new device'),
  'auth.flow_states': of('whoever signs in', SIGN_IN),
  'public.profiles': of(OWNER, 'what they write in their profile'),
  'public.former_addresses': of(OWNER, 'changing the email address'),
  'public.account_log': of(OWNER, 'what happens to the account'),
  'public.account_marks': of(OWNER, 'signing in and paying: keyed hashes'),
  'public.ring_links': of('two accounts', 'marks that they share'),
  'public.tax_profiles': of(OWNER, SETTINGS),
  'public.stripe_accounts': of('the creator', 'connecting payouts'),
  'public.customer_payment_methods': of(
    'the brand',
    'saving a card: brand, last four digits, expiry',
  ),
  'public.notification_preferences': of(OWNER, SETTINGS),
  'public.notifications': of('their reader', 'what happens in deals'),
  'public.page_presence': of('whoever has a page open', 'open pages'),
  'public.blocks': of('who blocks and who is blocked', 'blocking someone'),
  'public.brief_templates': of('the brand', 'saving a brief'),
  'public.creator_lists': of('the brand', 'making a list'),
  'public.listed_creators': of(
    'the brand and the listed creator',
    'putting someone on a list, with a note',
  ),
  'public.saved_creators': of('the brand and the saved creator', 'saving someone'),
  'public.saved_searches': of(OWNER, 'saving a search'),
  'public.saved_search_finds': of('the search’s owner', 'what is published'),
  'public.packages': of('the creator', 'offering a package'),
  'public.track_records': of('the person it counts', 'their ended deals'),
  'public.files': of('their uploader', 'uploads'),
  'public.uploads_in_flight': of('their uploader', 'uploads'),
  'public.file_openings': of('who opened the file', 'opening an original'),
  'public.projects': of('the brand', 'posting a project'),
  'public.project_briefs': of('the brand', 'writing a brief'),
  'public.project_invitations': of('the brand and the invited creator', 'inviting someone'),
  'public.applications': of('the creator and the brand', 'applying, and answering'),
  'public.offers': of(SIDES, 'offering'),
  'public.amendments': of(SIDES, 'proposing a change'),
  'public.package_orders': of('the brand and the creator', 'ordering a package'),
  'public.conversations': of('its two sides', 'writing to each other'),
  'public.messages': of('who wrote and who reads', 'writing to each other'),
  'public.message_digests': of('who was mailed', 'unread messages'),
  'public.deliverables': of(SIDES, WORK),
  'public.deliverable_files': of('the creator', WORK),
  'public.deliverable_checks': of(SIDES, WORK),
  'public.review_notes': of('their author, also a guest by the name they give', WORK),
  'public.review_replies': of('their author', WORK),
  'public.review_sendings': of('the brand', WORK),
  'public.review_guest_links': of('the brand', 'sharing a review'),
  'public.shipments': of(
    'the creator, whose address it is, and the brand',
    'sending a product; the address is sealed',
  ),
  'public.deal_reviews': of('who wrote and whom it is about', 'reviewing a deal'),
  'public.deal_review_answers': of('who answers', 'answering a review'),
  'public.deal_disputes': of(SIDES, 'opening a dispute'),
  'public.deal_dispute_statements': of('their author', 'a dispute'),
  'public.licences': of('the two sides, by name', 'paying for work'),
  'public.licence_certificates': of('the two sides, by name', 'paying for work'),
  'public.licence_documents': of('the two sides, by name', 'asking for the certificate'),
  'public.licence_files': of('the creator', 'paying for work'),
  'public.licence_extensions': of(SIDES, 'extending a licence'),
  'public.payments': of(SIDES, BOOKED),
  'public.turned_away_charges': of(SIDES, BOOKED),
  'public.money_ops': of(SIDES, BOOKED),
  'public.money_differences': of(
    'the sides of a payment',
    'comparing books with the payment provider',
  ),
  'public.ledger_movements': of(SIDES, BOOKED),
  'public.ledger_entries': of(SIDES, BOOKED),
  'public.payouts': of('the creator', 'payouts of the provider'),
  'public.payout_transfers': of('the creator', 'payouts of the provider'),
  'public.provider_calls': of(
    'whom a call to the provider is about',
    'opening an account at the provider',
  ),
  'public.webhook_events': of(
    'whom the event is about, by the provider’s ids',
    'the payment provider',
  ),
  'public.documents': of('the two sides, by name and address', 'paid deals and closed periods'),
  'public.document_files': of(
    'the two sides, by name and address',
    'paid deals and closed periods',
  ),
  'public.events': of('who did it', 'everything that changes a state'),
  'public.reports': of('who reports and who is reported', 'reporting something'),
  'public.sanctions': of('whom it is about', 'an operator’s decision, and the appeal'),
  'public.operator_acts': of('the operator, and whom the act is about', 'the console'),
  'public.operator_roles': of('the operator', 'the console'),
}

/** Tables without anything about a person. */
export const NOBODYS: readonly string[] = [
  'auth.guess_buckets',
  'auth.mail_sends',
  'auth.rate_buckets',
  'auth.signing_keys',
  'public.document_periods',
  'public.document_series',
  'public.fee_terms',
  'public.licence_keys',
  'public.licence_terms',
  'public.money_check_results',
  'public.operator_act_head',
  'public.operator_act_links',
  'public.realtime_lines',
  'public.realtime_subscriptions',
  'public.reconciled_through',
  'public.ring_changes',
  'public.schema_migrations',
  'public.search_words',
  'public.sent_mails',
  'public.signing_certificates',
  'public.track_record_changes',
  'public.track_record_checks',
]
