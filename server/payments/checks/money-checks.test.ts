import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  saveCard,
  startMoney,
} from '#tests/support/money.ts'
import { extendedOnce, licensedDeal } from '#tests/support/extensions.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import { brokenMoneyChecks, MONEY_CHECKS } from './money-checks.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'

let world: MoneyWorld
let heldId: string
let releasedId: string
let extensionId: string
beforeAll(async () => {
  world = await startMoney()
  const held = await buildPayableDeal(world)
  heldId = await fund(world, held)
  const released = await buildPayableDeal(world)
  releasedId = await fund(world, released)
  await world.api.call(released.seller, 'payments.release', { body: { payment_id: releasedId } })
  extensionId = await extendedOnce(world, await licensedDeal(world))
  await saveCard(world, held.seller, '4242424242424242')
  await world.until('the documents', async () => {
    const { rows } = await world.api.pool.query('select from documents')
    return rows.length === DOCUMENTS
  })
})
afterAll(() => world.close())

/**
 * One document when money is held, two more when it is released: for a held deal, a released one, and another with its
 * extension.
 */
const DOCUMENTS = 1 + 3 + 3 + 3

/** A corruption made directly in the tables, and the checks that must notice it. */
const WRONGS: [what: string, statement: () => string, noticed: string[]][] = [
  [
    'a document of another amount',
    () => `update documents set total = total + 1 where payment_id = '${releasedId}'`,
    ['documents_follow_movements', 'documents_add_up'],
  ],
  [
    'a document taken out',
    () => `delete from documents where payment_id = '${heldId}'`,
    ['documents_follow_movements', 'documents_have_no_gaps'],
  ],
  [
    'a credit note for someone else’s receipt',
    () => `update documents set kind = 'credit_note', reason = 'returned', total = 99999999,
        corrects = (select id from documents where payment_id = '${releasedId}' and kind = 'receipt')
      where payment_id = '${heldId}'`,
    ['credit_notes_correct_their_own'],
  ],
  [
    'a document whose lines say another sum',
    () =>
      `update documents set content = jsonb_set(content, '{lines,0,cents}', '1') where payment_id = '${heldId}'`,
    ['documents_add_up_line_by_line'],
  ],
  [
    'a month closed without its statements',
    () => `insert into document_periods (span, starts_on, closed_at)
        select 'month', date_trunc('month', max(created_at) at time zone 'UTC'), max(created_at) from ledger_movements`,
    ['statements_follow_movements'],
  ],
  [
    'a year closed without its summaries',
    () => `insert into document_periods (span, starts_on, closed_at)
        select 'year', date_trunc('year', max(created_at) at time zone 'UTC'), max(created_at) from ledger_movements`,
    ['summaries_follow_movements'],
  ],
  [
    'a statement that begins with what no one owed',
    () => `insert into documents (kind, series, year, number, issued_on, created_at, period_start, period_end, party_id, currency,
          total, content)
        select 'payout_statement', 'S', 2026, 1, '2026-02-01', now(), '2026-01-01', '2026-01-31', party_id, 'usd', 0,
          '{"lines": [], "table": {"rows": [], "totals": [0, 0, 0, 500]}}'::jsonb from documents limit 1`,
    ['statements_continue'],
  ],
  [
    'a payout at the bank without its statement',
    () => `insert into payouts (stripe_payout_id, stripe_account_id, amount, status, arrival_date, sent_at, documented)
        select 'po_undocumented', stripe_account_id, 100, 'paid', '2026-01-01', now(), true from stripe_accounts limit 1`,
    ['payouts_are_documented'],
  ],
  [
    'an entry changed',
    () =>
      `update ledger_entries set amount = amount + 1 where payment_id = '${heldId}' and account = 'escrow'`,
    ['movements_balance', 'escrow_follows_status'],
  ],
  [
    'an entry taken out',
    () =>
      `delete from ledger_entries where payment_id = '${releasedId}' and account = 'platform_fee'`,
    ['movements_balance', 'released_is_split_by_its_terms'],
  ],
  [
    'a movement without entries',
    () =>
      `insert into ledger_movements (payment_id, kind, reference) values ('${heldId}', 'provider_fee', 'txn_none')`,
    ['no_empty_movement'],
  ],
  [
    'more paid out to our own bank than was earned',
    () => `with movement as (insert into ledger_movements (payment_id, kind, reference)
        values (null, 'platform_payout', 'po_greedy') returning id)
      insert into ledger_entries (movement_id, payment_id, account, amount)
      select id, null, account, amount from movement,
        (values ('platform_bank', 1000000000), ('provider_clearing', -1000000000)) as entry (account, amount)`,
    ['held_money_stays_at_the_provider'],
  ],
  [
    'the ledger’s guard switched off',
    () => 'alter table ledger_entries disable trigger ledger_entries_append_only',
    ['ledger_is_append_only'],
  ],
  [
    'a status written by hand',
    () => `update payments set status = 'released' where id = '${heldId}'`,
    [
      'escrow_follows_status',
      'released_has_one_release',
      'one_transfer_of_the_share',
      'moved_money_was_intended',
      'moved_money_was_ordered',
    ],
  ],
  [
    'a release taken back by hand',
    () => `update payments set status = 'failed' where id = '${releasedId}'`,
    ['released_has_one_release', 'one_transfer_of_the_share', 'statuses_were_recorded'],
  ],
  [
    'a refund written by hand',
    () => `update payments set status = 'refunded' where id = '${heldId}'`,
    ['escrow_follows_status', 'refunded_has_one_refund', 'moved_money_was_intended'],
  ],
  [
    'another amount',
    () => `update payments set amount = amount + 100 where id = '${heldId}'`,
    ['amount_is_the_agreed_price', 'escrow_follows_status'],
  ],
  [
    'another fee than the one agreed',
    () => `update payments set fee_bps = fee_bps - 1 where id = '${releasedId}'`,
    ['terms_are_the_deals', 'released_is_split_by_its_terms', 'one_transfer_of_the_share'],
  ],
  [
    'another minimum fee than the one agreed',
    () => `update payments set minimum_fee = 100 where id = '${heldId}'`,
    ['terms_are_the_deals'],
  ],
  [
    'the terms of deals made changeable',
    () => 'alter table fee_terms disable trigger fee_terms_append_only',
    ['ledger_is_append_only'],
  ],
  [
    'another charge',
    () => `update payments set stripe_charge_id = 'ch_other' where id = '${heldId}'`,
    ['held_money_was_charged'],
  ],
  [
    'a second payment of a project',
    () =>
      `insert into applications (project_id, creator_id, message, proposed_price, status)
         select project_id, seller_id, 'x', 5000, 'rejected' from payments where id = '${heldId}';
       insert into payments (project_id, application_id, seller_id, creator_id, amount, fee_bps, minimum_fee)
         select project_id, id, creator_id, creator_id, proposed_price, 1500, 0 from applications where status = 'rejected'`,
    ['one_accepted_application', 'amount_is_the_agreed_price'],
  ],
  [
    'a waiting release that was sent',
    () => `update payments set moving = 'release', release_after = now() where id = '${heldId}';
      insert into money_ops (payment_id, kind, attempt, idempotency_key, params_hash, sent_at)
        select id, 'release', attempt, 'sent-early', 'x', now() from payments where id = '${heldId}'`,
    ['waiting_releases_are_unsent'],
  ],
  [
    'a claim nobody wrote down',
    () => `update payments set moving = 'release' where id = '${heldId}'`,
    ['claims_have_operations'],
  ],
  [
    'a release the creator ordered',
    () =>
      `insert into events (entity, entity_id, actor_id, move, from_status, to_status)
         select 'payment', id, creator_id, 'order_release', 'held_in_escrow', 'held_in_escrow' from payments
         where id = '${releasedId}'`,
    ['moved_money_was_ordered'],
  ],
  [
    'a part written as returned by hand',
    () => `update payments set returned_part = 100 where id = '${releasedId}'`,
    ['parts_follow_the_books', 'released_is_split_by_its_terms', 'one_transfer_of_the_share'],
  ],
  [
    'a decision nobody took, and money that went otherwise',
    () =>
      `update payments set decided_refund = 100, decided_attempt = attempt where id = '${releasedId}'`,
    ['decisions_are_kept'],
  ],
  [
    'a part ordered back without a decision',
    () =>
      `insert into events (entity, entity_id, move, from_status, to_status)
         values ('payment', '${heldId}', 'order_part_refund', 'held_in_escrow', 'held_in_escrow')`,
    ['moved_money_was_ordered'],
  ],
  [
    'a lower price that nobody agreed on',
    () => `update payments set agreed_refund = 100 where id = '${heldId}'`,
    ['amount_is_the_agreed_price', 'agreed_refunds_were_agreed'],
  ],
  [
    'a higher price that counts and was never paid',
    () =>
      `insert into amendments (id, application_id, number, by, against_deliver_by, price, against_price, extra, pay_by,
          status, answered_at, created_at, expires_at)
        select gen_random_uuid(), application_id, 1, 'seller', current_date, 60000, 54000, 6000, now(), 'accepted', now(),
          now(), now() + interval '1 hour' from payments where id = '${heldId}'`,
    ['extras_were_agreed'],
  ],
  [
    'an extension paid at another price than the terms name',
    () => `update licence_extensions set price = price + 1`,
    ['extensions_were_agreed'],
  ],
  [
    'an extension that counts and was never paid',
    () => `delete from payments where id = '${extensionId}'`,
    ['extensions_were_agreed', 'extensions_move_the_last_day'],
  ],
  [
    'months that were paid and not added',
    () =>
      `update licences set ends_on = ends_on - 30 where id in (select licence_id from licence_extensions)`,
    ['extensions_move_the_last_day'],
  ],
  [
    'money of an extension that stays where it is',
    () =>
      `update payments set status = 'held_in_escrow', moving = null, funded_at = now() - interval '3 hours'
        where id = '${extensionId}'`,
    ['extensions_are_not_held', 'escrow_follows_status'],
  ],
  [
    'something owed and not sent',
    () =>
      `with movement as (insert into ledger_movements (payment_id, kind, reference)
         values ('${heldId}', 'chargeback', 'dp_hand:withdrawn') returning id)
       insert into ledger_entries (movement_id, payment_id, account, amount)
         select id, '${heldId}'::uuid, account, amount from movement,
           (values ('creator_payable', -100), ('provider_clearing', 100)) as entry (account, amount)`,
    ['nothing_is_left_owing'],
  ],
  [
    'an unseen difference',
    () =>
      `insert into money_differences (kind, provider_id, detail, found_at)
         values ('charge_unbooked', 'ch_none', 'x', now() - interval '3 hours')`,
    ['every_difference_is_seen_to'],
  ],
  [
    'an event nobody applied',
    () =>
      `insert into webhook_events (event_id, type, payload, received_at)
         values ('evt_left', 'x', '{}', now() - interval '3 hours')`,
    ['events_are_applied'],
  ],
  [
    'a second default card',
    () => 'update customer_payment_methods set is_default = false',
    ['one_default_card'],
  ],
  [
    'a chargeback that was won and never given back',
    () =>
      `with movement as (insert into ledger_movements (payment_id, kind, reference)
         values ('${heldId}', 'chargeback', 'dp_won:withdrawn') returning id)
       insert into ledger_entries (movement_id, payment_id, account, amount, created_at)
         select id, '${heldId}'::uuid, account, amount, now() - interval '3 hours' from movement,
           (values ('chargebacks', 100), ('provider_clearing', -100)) as entry (account, amount);
       update payments set dispute_id = 'dp_won', dispute_outcome = 'won' where id = '${heldId}'`,
    ['disputes_are_booked'],
  ],
  [
    'money paid out by hand that nobody owed or decided about',
    () =>
      `with movement as (insert into ledger_movements (payment_id, kind, reference)
         values ('${releasedId}', 'paid_outside', 'difference:0') returning id)
       insert into ledger_entries (movement_id, payment_id, account, amount)
         select id, '${releasedId}'::uuid, account, amount from movement,
           (values ('creator_payable', 100), ('paid_outside', -100)) as entry (account, amount)`,
    ['paid_outside_was_resolved', 'nothing_is_left_owing'],
  ],
  [
    'an operation without an outcome',
    () =>
      `insert into money_ops (payment_id, kind, attempt, idempotency_key, params_hash, created_at)
         values ('${heldId}', 'fund', 9, 'fund:lost:9', 'x', now() - interval '27 hours')`,
    ['outcomes_are_known'],
  ],
  [
    'money held for 76 days',
    () => `update payments set funded_at = now() - interval '76 days' where id = '${heldId}'`,
    ['nothing_is_held_too_long'],
  ],
]

test.each(WRONGS)('%s is reported', async (_what, statement, noticed) => {
  const client = await world.api.pool.connect()
  try {
    await client.query('begin')
    // The tables themselves refuse corruptions of this kind; here their guards were bypassed.
    await client.query(`set local session_replication_role = 'replica'`)
    await client.query(statement())
    const found = (await brokenMoneyChecks(client)).map(({ name }) => name)
    expect(found).toEqual(expect.arrayContaining(noticed))
  } finally {
    await client.query('rollback')
    client.release()
  }
  await checkMoney(world)
})

test('all checks pass at the lowest and at the highest price that can be agreed', async () => {
  for (const cents of [LOWEST_PRICE, HIGHEST_PRICE]) {
    const deal = await buildPayableDeal(world, cents)
    const id = await fund(world, deal)
    const { status } = await world.api.call(deal.seller, 'payments.release', {
      body: { payment_id: id },
    })
    expect(status).toBe(200)
    await checkMoney(world)
  }
})

test('a check that throws is reported as broken, and the others still run', async () => {
  const { pool } = world.api
  await pool.query('alter table customer_payment_methods rename column is_default to was_default')
  await pool.query(
    `insert into webhook_events (event_id, type, payload, received_at)
      values ('evt_unapplied', 'x', '{}', now() - interval '3 hours')`,
  )
  try {
    const broken = await brokenMoneyChecks(pool)
    expect(broken).toEqual([
      { name: 'events_are_applied', found: [{ event_id: 'evt_unapplied', type: 'x' }] },
      { name: 'one_default_card', found: [{ error: 'column "is_default" does not exist' }] },
    ])
    await paymentTasks(world.api.deps)['payments.check']({})
    const { rows } = await pool.query(
      'select name from money_check_results where broken > 0 order by name',
    )
    expect(rows).toEqual([{ name: 'events_are_applied' }, { name: 'one_default_card' }])
  } finally {
    await pool.query('alter table customer_payment_methods rename column was_default to is_default')
    await pool.query(`delete from webhook_events where event_id = 'evt_unapplied'`)
  }
})

test('every check is covered by a corruption that it detects', () => {
  const noticed = new Set(WRONGS.flatMap(([, , names]) => names))
  expect(MONEY_CHECKS.map(({ name }) => name).filter((name) => !noticed.has(name))).toEqual([])
})
