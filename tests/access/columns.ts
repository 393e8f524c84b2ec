/**
 * Who may read each column of each table, directly or in another shape; the narrowest applicable circle. A new column
 * without a line fails the build: add it here with the circle that may see it. anyone: the whole web. signed_in:
 * everyone with a session, where the row itself is visible. parties: the people of the row (owner, accepted creator,
 * its author). self: the person it is about. operators: the console only (operators also read what the others may). no
 * one: no response.
 */
export const CIRCLES = ['anyone', 'signed_in', 'parties', 'self', 'operators', 'nobody'] as const
export type Circle = (typeof CIRCLES)[number]

/** Columns separated by spaces. */
export const columns: Record<string, Partial<Record<Circle, string>>> = {
  'auth.challenges': { self: 'id expires_at', nobody: 'factor_id ip verified_at created_at' },
  'auth.factors': {
    self: 'id friendly_name factor_type status created_at updated_at last_challenged_at',
    nobody: 'user_id sealed_secret last_step',
  },
  'auth.flow_states': {
    nobody:
      'id user_id auth_code_hash code_challenge method provider state_hash provider_nonce provider_verifier redirect_to created_at expires_at linking_user_id linking_session_id browser_hash',
  },
  'auth.guess_buckets': { nobody: 'key tokens refilled_at' },
  'auth.identities': {
    self: 'id user_id provider provider_id identity_data email last_sign_in_at created_at updated_at',
  },
  'auth.mail_sends': { nobody: 'kind address_hash sent_at' },
  'auth.not_me_links': { nobody: 'token_hash user_id created_at expires_at' },
  'auth.one_time_tokens': {
    nobody:
      'id user_id kind email token_hash code_hash code_expires_at tries password_hash user_metadata code_challenge redirect_to created_at expires_at',
  },
  'auth.passkey_challenges': {
    self: 'id expires_at',
    nobody: 'purpose session_id challenge_hash ip created_at',
  },
  // The authenticator's own name for a key is in the options of the person who owns it.
  'auth.passkeys': {
    self: 'id credential_id transports friendly_name created_at last_used_at',
    nobody: 'user_id public_key sign_count',
  },
  'auth.rate_buckets': { nobody: 'key tokens refilled_at' },
  'auth.recovery_codes': { nobody: 'factor_id code_hash used_at' },
  'auth.sessions': {
    self: 'id refreshed_at aal amr user_agent created_at',
    nobody:
      'user_id refresh_key refresh_counter refresh_version refresh_version_before raised_counter not_after ip',
  },
  'auth.signing_keys': {
    anyone: 'kid alg public_jwk',
    nobody: 'sealed_private_jwk created_at sign_from',
  },
  'auth.users': {
    self: 'id email email_confirmed_at confirmation_sent_at recovery_sent_at reauthentication_sent_at invited_at new_email email_change_sent_at last_sign_in_at is_anonymous app_metadata user_metadata banned_until created_at updated_at role',
    nobody: 'password_hash deleted_at erased_at email_change_agreed',
  },
  'public.applications': {
    // Only the owner sees `reject_at`: the creator hears of a rejection, and of the message sent with it, when it
    // counts (decision P33).
    parties:
      'id project_id creator_id message proposed_price status created_at fee_terms_id reject_at reject_note brief_version listing_id licence_terms_hash',
    // The brand's own mark: applicants never learn of it.
    self: 'shortlisted_at',
  },
  // The blocked person never learns of it.
  'public.blocks': { self: 'id blocked_id created_at', nobody: 'blocker_id' },
  'public.brief_templates': { self: 'id name brief created_at', nobody: 'seller_id hash' },
  'public.conversations': {
    parties: 'id project_id seller_id creator_id created_at updated_at last_seq',
  },
  'public.creator_names': { nobody: 'name' },
  'public.creator_lists': { self: 'id seller_id name created_at' },
  'public.customer_payment_methods': {
    self: 'id stripe_customer_id stripe_payment_method_id payment_method_type is_default card_brand card_last4 card_exp_month card_exp_year created_at',
  },
  'public.deal_disputes': {
    parties:
      'id payment_id project_id opened_by respondent_id answer_by reason status opened_at answered_at ended_at outcome returned_cents decision_reason',
    nobody: 'deliverable_id remind_at decided_by',
  },
  'public.deal_dispute_statements': {
    parties: 'id dispute_id author_id content created_at',
    nobody: 'number',
  },
  // Until a review is shown, only its author reads it; then everyone does. The note is for the two parties of the deal.
  'public.deal_reviews': {
    anyone: 'id author_id side status first second third body shown_at hidden_at hidden_reason',
    parties: 'subject_id closes_at asked_at note',
    self: 'again sealed_at project_id',
    nobody: 'application_id opened_at',
  },
  'public.realtime_lines': { nobody: 'line reached_at reached_with' },
  'public.realtime_subscriptions': { nobody: 'topic line' },
  // Only operators learn who reported, never the person concerned.
  'public.reports': {
    operators:
      'reporter_id subject_id picture number seen reason body closed_at handled_by sanction_id',
    self: 'id',
    nobody: 'person_id project_id status subject created_at looked_at',
  },
  'public.sanctions': {
    self: 'id act subject project_id picture seen reason facts at until appeal_status appeal appealed_at appeal_answer appeal_answered_at',
    operators: 'number actor_id',
    nobody: 'person_id subject_id taken undone_at appeal_answered_by',
  },
  'public.bank_evidence_seals': {
    operators: 'sha256',
    nobody: 'act_id payment_id dispute_id seal sealed_at',
  },
  'public.deal_review_answers': { anyone: 'review_id body created_at' },
  'public.deliverables': {
    parties:
      'id application_id project_id reviewer_id creator_id file_id screenshot_id post_url notes ai_parts reviewer_notes status version reviewed_at superseded_at created_at review_shifted viewable_at brief_version',
    nobody: 'escalated_at',
  },
  'public.deliverable_files': {
    parties: 'deliverable_id position file_id item_id',
  },
  'public.deliverable_checks': {
    // The brand's answers are visible only to the brand until the version is answered or the deal is disputed.
    parties: 'deliverable_id check_id machine found ticked reason holds note answered_at',
  },
  // The counterpart also reads a proof of purchase, which names it.
  'public.documents': {
    parties:
      'id kind series year number issued_on created_at payment_id project_id project_title period_start period_end currency total corrects reason content',
    operators: 'party_id',
    nobody: 'movement_id other_id payout_id',
  },
  'public.document_periods': { nobody: 'span starts_on closed_at' },
  'public.document_files': { parties: 'pdf', nobody: 'document_id sha256' },
  'public.document_series': { nobody: 'series year last last_day' },
  'public.events': {
    parties: 'id entity entity_id project_id actor_id move from_status to_status at',
  },
  'public.files': {
    anyone: 'path blur renditions',
    parties: 'id bucket file_name file_type size media sha256 width height',
    nobody:
      'owner_id project_id created_at prepared_at unused_since statement_id message_id message_place mark',
  },
  'public.file_openings': { nobody: 'file_id reader_id opened_on opened_at' },
  'public.key_versions': { nobody: 'name version mark first_made_at last_made_at' },
  'public.ledger_entries': {
    parties: 'amount created_at',
    operators: 'movement_id account',
    nobody: 'id payment_id',
  },
  'public.ledger_movements': {
    parties: 'kind created_at',
    operators: 'id reference',
    nobody: 'payment_id',
  },
  'public.message_digests': { nobody: 'user_id conversation_id sent_at' },
  // The current terms are on the public pages; no one reads when they changed.
  'public.fee_terms': { anyone: 'creator_bps minimum_fee', nobody: 'id valid_from created_at' },
  'public.messages': {
    parties:
      'id conversation_id sender_id recipient_id content created_at read_at seq file_count covered_at safety',
  },
  'public.money_check_results': { nobody: 'name broken checked_at' },
  'public.money_differences': {
    operators: 'id kind payment_id provider_id detail found_at resolved_at owner_id',
    nobody: 'resolved_by',
  },
  'public.money_ops': {
    operators:
      'id kind attempt idempotency_key state provider_id failure created_at settled_at sent_at',
    nobody: 'payment_id params_hash request',
  },
  'public.notification_preferences': { self: 'user_id kind email push' },
  'public.notifications': {
    self: 'id user_id notice audience kind facts page read_at created_at',
    nobody: 'cause mail push other_id',
  },
  'public.operator_act_head': { nobody: 'one position hash' },
  'public.operator_act_links': { nobody: 'position act_number hash' },
  'public.operator_acts': {
    operators: 'id number actor_id act subject subject_id subject_name at',
    // Exposed as `reason`.
    nobody: 'why',
  },
  // The response has its amounts in dollars and `why` as `reason`, and adds the proposer's name.
  'public.operator_proposals': {
    operators: 'id act subject_id digest proposed_by proposed_at expires_at',
    nobody: 'terms cents why status settled_by settled_at',
  },
  'public.operator_views': {
    operators: 'id expires_at',
    nobody: 'operator_id session_id person_id reason_kind began_at ended_at',
  },
  'public.operator_roles': { operators: 'role', nobody: 'person_id given_by given_at' },
  'public.amendments': {
    parties:
      'id application_id number by deliver_by against_deliver_by price against_price returned extra pay_by rounds against_rounds brief brief_hash brief_version against_brief_version note status expires_at created_at answered_at',
  },
  'public.offers': {
    parties:
      'id application_id number by answers price deliver_by rounds items note hire_at_once against_price against_deliver_by against_rounds against_items status expires_at created_at answered_at listing_id waits_for',
  },
  'public.page_presence': { nobody: 'user_id path seen_at' },
  'public.payments': {
    parties:
      'id project_id application_id amendment_id extension_id seller_id creator_id status amount payment_method checkout_url moving disputed funded_at released_at refunded_at created_at failure dispute_outcome came_back decided_refund agreed_refund returned_part deal_dispute_id purpose currency fee_bps minimum_fee release_after',
    // What its creator has been shown of it.
    self: 'release_seen_at',
    operators: 'attempt',
    // The console lists them by type, with other provider objects.
    nobody:
      'checkout_session_id stripe_payment_intent_id stripe_charge_id stripe_transfer_id stripe_refund_id funding_by funding_card dispute_id decided_attempt',
  },
  'public.turned_away_charges': {
    parties: 'reason amount arrived_at returned_at came_back_at',
    nobody: 'charge_id payment_id',
  },
  'public.payout_transfers': { nobody: 'payout_id stripe_transfer_id' },
  'public.payouts': {
    self: 'amount status arrival_date failure sent_at failed_at',
    nobody: 'id stripe_payout_id stripe_account_id documented',
  },
  'public.package_orders': {
    parties:
      'id project_id seller_id creator_id terms add_ons price days words links question status created_at answer_by answered_at fund_by',
    self: 'package_id payment_method_id',
  },
  'public.packages': {
    anyone: 'id title items price days rounds add_ons samples',
    self: 'status updated_at',
    nobody: 'creator_id position',
  },
  'public.profiles': {
    anyone:
      'id name role avatar_url bio niches rates social_links portfolio_urls portfolio_captions company_name industry website brand_description package_from created_at',
    parties: 'email',
    self: 'stripe_customer_id role_chosen greeted_at first_steps_dismissed_at',
    nobody: 'search platforms shown_from is_presented package_facets folded_name',
  },
  'public.provider_calls': {
    nobody:
      'id purpose subject idempotency_key params_hash request state provider_id failure created_at settled_at asked_by why',
  },
  // The address and the keys are the browser's own; the list of sessions says which browsers there are.
  'public.push_subscriptions': {
    self: 'created_at last_success_at',
    nobody: 'id user_id session_id endpoint p256dh auth failures',
  },
  'public.reconciled_through': { nobody: 'what at' },
  'public.project_invitations': {
    parties: 'id project_id creator_id seller_id message status created_at updated_at lapsed_at',
  },
  'public.project_briefs': {
    // Versions older than the current one: no response.
    signed_in: 'project_id version brief created_at',
    nobody: 'hash',
  },
  'public.projects': {
    signed_in:
      'id seller_id title description product_details category budget deadline product_images status created_at brief_version description_generated seats hiring_until licence_terms_hash',
    // Visible only to the owner, except for a deal's own listing.
    parties: 'to_invite budget_total listing_id',
    // Anyone who is not a party is told the date and the brief instead.
    nobody: 'search posted_deadline posted_brief_version hidden_at',
  },
  'public.review_notes': {
    // Only its author sees a draft; the owner also sees a guest's.
    parties:
      'id deliverable_id author_id guest_name file_position kind body at_ms until_ms page place_x place_y drawing status number answer_done answer_text answered_at answered_in waived created_at sent_at resolved_at',
    nobody: 'project_id sending_id guest_link_id check_id',
  },
  'public.review_guest_links': {
    self: 'id created_at expires_at revoked_at last_used_at',
    nobody: 'project_id created_by token_hash',
  },
  'public.review_replies': {
    parties: 'id note_id author_id body created_at',
    nobody: 'seq',
  },
  'public.review_sendings': {
    parties: 'id project_id deliverable_id author_id request_changes words told sent_at',
  },
  'public.listed_creators': { self: 'list_id creator_id note added_at' },
  'public.licence_certificates': { anyone: 'jws', nobody: 'licence_id number' },
  'public.licence_documents': { anyone: 'sha256 pdf', nobody: 'licence_id number' },
  'public.licence_extensions': {
    parties: 'id by months price status created_at expires_at paid_at',
    nobody: 'licence_id number answered_at',
  },
  'public.licence_files': { anyone: 'sha256 name size ai_parts', nobody: 'licence_id number' },
  'public.licence_keys': {
    anyone: 'kid public_jwk',
    nobody: 'sealed_private_jwk created_at',
  },
  'public.signing_certificates': { anyone: 'pem', nobody: 'fingerprint sealed_key created_at' },
  'public.licence_terms': { anyone: 'hash terms sentence' },
  // Anyone who has the code.
  'public.licences': {
    anyone:
      'code terms_hash seller_name creator_name status void_reason granted_at ends_on voided_at',
    nobody: 'id project_id application_id',
  },
  // The address is decrypted for the brand of the deal and for the person who gave it.
  'public.shipments': {
    signed_in: 'project_id product value days posted',
    parties:
      'status carrier number link problem problem_words since shipped_at received_at sealed_address',
    nobody: 'id',
  },
  'public.saved_creators': { self: 'seller_id creator_id saved_at' },
  'public.saved_search_finds': { self: 'search_id found_id found_at told' },
  'public.saved_searches': {
    self: 'id user_id about q category niche platform mailed_at created_at',
  },
  'public.schema_migrations': { nobody: 'name applied_at' },
  'public.search_words': { nobody: 'about word' },
  'public.sent_mails': { nobody: 'dedupe_id sent_at' },
  'public.stripe_accounts': {
    self: 'user_id stripe_account_id onboarding_complete created_at closed receives_from country',
    nobody: 'replaced_at',
  },
  'public.uploads_in_flight': { nobody: 'id owner_id bytes begun_at' },
  'public.former_addresses': { self: 'email left_at', nobody: 'profile_id' },
  'public.account_log': { self: 'id act network user_agent created_at', nobody: 'profile_id' },
  'public.account_marks': { self: 'profile_id kind seen_on', nobody: 'mark' },
  'public.ring_changes': { nobody: 'id project_id profile_id' },
  'public.ring_links': {
    operators: 'id number seller_id creator_id signals found_at overruled',
    nobody: 'seen_on',
  },
  // A counterpart reads only what is printed on a document of their deal.
  'public.tax_profiles': {
    self: 'legal_name address country business tax_id',
    nobody: 'user_id updated_at',
  },
  'public.track_record_changes': { nobody: 'id project_id profile_id' },
  'public.track_record_checks': { nobody: 'number checked_at looked_at differing' },
  'public.track_records': {
    anyone: 'profile_id deals figures badges',
    nobody: 'rank_rating rank_on_time rank_first_pass rank_answers computed_at',
  },
  'public.webhook_deliveries': { operators: 'counted_on outcome deliveries first_at last_at' },
  'public.webhook_events': {
    operators: 'number type received_at applied_at ignored',
    nobody: 'event_id payload',
  },
}
