import type { PeriodName } from '#contract/retention.ts'

/** How long the rows of a table are kept, and why. */
export type Keeping =
  /** For a period. `rest`: what stays after the texts are emptied; `by`: what deletes them, if not server/retention. */
  | { kept: 'for a time'; periods: readonly PeriodName[]; rest?: string; by?: string }
  /** Deleting the account deletes them, or removes the personal data from them. */
  | { kept: 'with the account'; rest?: string }
  /** Both sides need them; deleting the account anonymises them. */
  | { kept: 'with the deal'; because: string }
  /** Until the row of that table is deleted. */
  | { kept: 'with'; table: string }
  | { kept: 'for good'; because: string }
  /** Internal state that concerns no person. */
  | { kept: 'while it is used'; because: string }

const forATime = (...periods: PeriodName[]): Keeping => ({ kept: 'for a time', periods })
const withTheAccount: Keeping = { kept: 'with the account' }
const withRow = (table: string): Keeping => ({ kept: 'with', table })
const deal = (because: string): Keeping => ({ kept: 'with the deal', because })
const forGood = (because: string): Keeping => ({ kept: 'for good', because })
const machine = (because: string): Keeping => ({ kept: 'while it is used', because })

const BOOKS = 'the books: tax law and disputes need them'
const AGREED = 'what was agreed'
const ACCOUNTABLE = 'what operators did must stay verifiable'
const PROOF = 'buyers of a licence rely on it after its sides have left'

/** Every table, and how long its rows are kept (decision 0103). A table without an entry fails a test. */
export const KEPT_TABLES: Readonly<Record<string, Keeping>> = {
  'auth.challenges': forATime('ended_attempts'),
  'auth.factors': withTheAccount,
  'auth.flow_states': forATime('ended_attempts'),
  'auth.guess_buckets': forATime('limits'),
  'auth.identities': withTheAccount,
  'auth.mail_sends': forATime('limits'),
  'auth.not_me_links': forATime('ended_attempts'),
  'auth.one_time_tokens': forATime('ended_attempts'),
  'auth.passkey_challenges': forATime('ended_attempts'),
  'auth.passkeys': withTheAccount,
  'auth.rate_buckets': forATime('limits'),
  'auth.recovery_codes': withRow('auth.factors'),
  'auth.sessions': forATime('unused_sessions', 'ended_sessions'),
  'auth.signing_keys': machine('a key that signs no more goes when its last token has expired'),
  'auth.users': {
    kept: 'for a time',
    periods: ['unconfirmed_accounts'],
    rest: 'confirmed accounts: until they are deleted; then the empty row, which deals refer to',
  },
  'public.account_log': forATime('account_log'),
  'public.account_marks': forATime('account_marks'),
  'public.amendments': deal(AGREED),
  'public.applications': {
    kept: 'for a time',
    periods: ['came_to_nothing'],
    rest: 'accepted ones: with the deal, as what was agreed',
  },
  'public.bank_evidence_seals': forGood(ACCOUNTABLE),
  'public.blocks': withTheAccount,
  'public.brief_templates': withTheAccount,
  'public.conversations': forATime('conversations', 'conversations_of_no_one'),
  'public.creator_lists': withTheAccount,
  'public.creator_names': machine('names of public profiles, without whose they are'),
  'public.customer_payment_methods': withTheAccount,
  'public.deal_disputes': deal(BOOKS),
  'public.deal_dispute_statements': deal(BOOKS),
  'public.deal_review_answers': withRow('public.deal_reviews'),
  'public.deal_reviews': deal('the other side’s record counts them'),
  'public.deliverable_checks': deal(AGREED),
  'public.deliverable_files': deal('what was delivered is what was paid for'),
  'public.deliverables': deal('what was delivered is what was paid for'),
  'public.document_files': forGood(BOOKS),
  'public.document_periods': forGood(BOOKS),
  'public.document_series': forGood('numbers of documents have no gaps'),
  'public.documents': forGood(BOOKS),
  'public.events': forGood('states and dates of deals, without names or words'),
  'public.fee_terms': forGood(AGREED),
  'public.file_openings': deal('shows that an original was opened'),
  'public.files': {
    kept: 'for a time',
    periods: ['unused_files', 'unused_deliveries'],
    rest: 'those that something refers to: as long as it does',
    by: 'server/uploads/cleanup.ts',
  },
  'public.former_addresses': forATime('former_addresses'),
  'public.key_versions': machine('which version of a key seals what is stored'),
  'public.ledger_entries': forGood(BOOKS),
  'public.ledger_movements': forGood(BOOKS),
  'public.licence_certificates': forGood(PROOF),
  'public.licence_documents': forGood(PROOF),
  'public.licence_extensions': forGood(PROOF),
  'public.licence_files': forGood(PROOF),
  'public.licence_keys': forGood(PROOF),
  'public.licence_terms': forGood(PROOF),
  'public.licences': forGood(PROOF),
  'public.listed_creators': withTheAccount,
  'public.message_digests': withRow('public.conversations'),
  'public.messages': withRow('public.conversations'),
  'public.money_check_results': machine('the newest result of each check'),
  'public.money_differences': forGood(BOOKS),
  'public.money_ops': forGood(BOOKS),
  'public.notification_preferences': withTheAccount,
  'public.notifications': forATime('notices'),
  'public.offers': deal(AGREED),
  'public.operator_act_head': forGood(ACCOUNTABLE),
  'public.operator_act_links': forGood(ACCOUNTABLE),
  'public.operator_acts': forGood(ACCOUNTABLE),
  'public.operator_proposals': forGood(ACCOUNTABLE),
  'public.operator_roles': forGood(ACCOUNTABLE),
  'public.operator_views': forGood(ACCOUNTABLE),
  'public.package_orders': {
    kept: 'for a time',
    periods: ['came_to_nothing'],
    rest: 'accepted ones: with the deal, as what was agreed',
  },
  'public.packages': withTheAccount,
  'public.page_presence': forATime('page_presence'),
  'public.payments': forGood(BOOKS),
  'public.payout_transfers': forGood(BOOKS),
  'public.payouts': forGood(BOOKS),
  'public.profiles': {
    kept: 'with the account',
    rest: 'the name, where a deal was paid: its documents carry it',
  },
  'public.project_briefs': deal(AGREED),
  'public.project_invitations': {
    kept: 'for a time',
    periods: ['came_to_nothing'],
    rest: 'accepted ones: with the project',
  },
  'public.projects': deal(AGREED),
  'public.provider_calls': forGood(
    'a call is not made twice; what it sent is deleted as soon as its outcome is known',
  ),
  'public.push_subscriptions': withRow('auth.sessions'),
  'public.realtime_lines': machine('ends with the process that made it'),
  'public.realtime_subscriptions': machine('ends with the process that made it'),
  'public.reconciled_through': machine('one moment'),
  'public.reports': {
    kept: 'for a time',
    periods: ['reports'],
    rest: 'reason, dates and decision, without words',
  },
  'public.review_guest_links': forATime('guest_links'),
  'public.review_notes': deal('says what was asked for and answered'),
  'public.review_replies': deal('says what was asked for and answered'),
  'public.review_sendings': deal('says what was asked for and answered'),
  'public.ring_changes': machine('taken every minute'),
  'public.ring_links': forGood('deals between accounts of one person count in no public figure'),
  'public.sanctions': {
    kept: 'with the account',
    rest: 'act, rule, facts and dates: what operators did must stay verifiable',
  },
  'public.saved_creators': withTheAccount,
  'public.saved_search_finds': withRow('public.saved_searches'),
  'public.saved_searches': withTheAccount,
  'public.schema_migrations': machine('names of migrations'),
  'public.search_words': machine('words of public texts, without their place'),
  'public.sent_mails': forATime('sent_mails'),
  'public.shipments': {
    kept: 'for a time',
    periods: ['addresses'],
    rest: 'the product and its parcel: with the deal',
    by: 'server/shipping/shipping-clock.ts',
  },
  'public.signing_certificates': forGood('signatures of documents are checked with it'),
  'public.stripe_accounts': forGood(
    'payouts refer to it; it holds the provider’s id and a country',
  ),
  'public.tax_profiles': withTheAccount,
  'public.track_record_changes': machine('taken every minute'),
  'public.track_record_checks': machine('results of the nightly check'),
  'public.track_records': withTheAccount,
  'public.turned_away_charges': forGood(BOOKS),
  'public.uploads_in_flight': {
    kept: 'for a time',
    periods: ['unfinished_uploads'],
    by: 'server/uploads/cleanup.ts',
  },
  'public.webhook_deliveries': forATime('webhook_deliveries'),
  'public.webhook_events': forGood('an event is applied once; it holds ids, amounts and states'),
}
