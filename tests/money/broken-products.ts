import { randomUUID } from 'node:crypto'
import type { PaymentProvider } from '#server/providers/stripe/payment-provider.ts'
import type { Broken } from './broken.ts'
import type { GUARD_STORIES } from './guard-stories.ts'

/** A broken product and the invariants that must visibly break. */
export interface BrokenProduct extends Broken {
  breaks: RegExp
  /** The first seed that shows it: starting there keeps the suite fast. */
  from?: number
}

/** A product without a guard that random runs reach too rarely, and the story for that guard. */
export interface UnguardedProduct extends Broken {
  story: keyof typeof GUARD_STORIES
  breaks: RegExp
}

/** Each guard of the money, removed. A simulator that does not notice the removal is blind. */
export const BROKEN_PRODUCTS: readonly BrokenProduct[] = [
  {
    name: 'two ways out at once: no compare-and-set, no unique index',
    from: 10,
    breaks: /^M(3|4|18):/,
    statements: [['and moving is null and not disputed', 'and not disputed']],
    schema: ['drop index money_ops_one_way_out', 'drop index money_ops_one_at_a_time'],
  },
  {
    name: 'a new idempotency key for every call',
    breaks: /^M(3|4|7|9|12):/,
    provider: (provider) => ({
      ...provider,
      transfer: (input) => provider.transfer({ ...input, idempotencyKey: randomUUID() }),
      refund: (input) => provider.refund({ ...input, idempotencyKey: randomUUID() }),
    }),
  },
  {
    name: 'an inbox that forgets what it took in',
    from: 5,
    breaks: /^M8:/,
    schema: [
      `create function forget_event() returns trigger language plpgsql as $$
        begin
          delete from webhook_events where event_id = new.event_id;
          return new;
        end $$`,
      `create trigger forget_event before insert on webhook_events
        for each row execute function forget_event()`,
    ],
  },
  {
    name: 'a ledger that books a cause as often as it is reported',
    breaks: /^M7:/,
    schema: [
      'alter table ledger_movements drop constraint ledger_movements_once_per_cause',
      `alter table ledger_movements
        add constraint ledger_movements_once_per_cause unique (kind, reference, id)`,
    ],
  },
  {
    name: 'a webhook that believes anybody',
    from: 6,
    breaks: /^M10:/,
    provider: (provider) => ({
      ...provider,
      verifyWebhook(rawBody, signature, now) {
        try {
          return provider.verifyWebhook(rawBody, signature, now)
        } catch {
          const { id, type }: { id: string; type: string } = JSON.parse(rawBody.toString('utf8'))
          return { id, type, createdAt: now, kind: 'ignored', why: 'not_followed' }
        }
      },
    }),
  },
  {
    name: 'a deal that is paid on the terms valid now instead of its own',
    breaks: /^(M3|terms_are_the_deals|released_is_split_by_its_terms|one_transfer_of_the_share):?/,
    statements: [
      [
        'payments.fee_bps, payments.minimum_fee,',
        `(select 10000 - creator_bps from fee_terms order by valid_from desc, id desc limit 1) as fee_bps,
          payments.minimum_fee,`,
      ],
    ],
  },
  {
    name: 'a payment that forgets what its application was accepted on',
    breaks: /^(M3|terms_are_the_deals):/,
    schema: [
      `create or replace function copy_fee_terms() returns trigger language plpgsql as $$
        begin
          new.fee_bps := 1500;
          new.minimum_fee := 0;
          return new;
        end $$`,
    ],
  },
  {
    name: 'a price that both agreed on and that nobody keeps',
    breaks: /^(M5|amount_is_the_agreed_price):/,
    statements: [
      [
        'update applications set proposed_price = ',
        'update applications set proposed_price = proposed_price + 0 * ',
      ],
      ['and amount - agreed_refund + ', 'and false and amount - agreed_refund + '],
    ],
  },
  {
    name: 'a lower price that is agreed on and sends nothing back',
    from: 73,
    breaks: /^(M3|M5|amount_is_the_agreed_price|agreed_refunds_were_agreed):/,
    statements: [
      ['agreed_refund = agreed_refund + ', 'agreed_refund = agreed_refund + 0 * '],
      ['and amount - agreed_refund + ', 'and false and amount - agreed_refund + '],
    ],
  },
  {
    name: 'a decision kept as another one',
    from: 14,
    breaks: /^M14:/,
    statements: [['set decided_refund = ', 'set decided_refund = 0 * ']],
  },
  {
    name: 'a hire that does not count who is hired already',
    from: 7,
    breaks: /^seats:/,
    statements: [['select count(*)::integer as hired', 'select (0 * count(*))::integer as hired']],
  },
  {
    name: 'a hire that does not count what is committed already',
    from: 3,
    breaks: /^budget:/,
    statements: [
      [
        'select coalesce(sum(applications.proposed_price), 0)',
        'select 0 * coalesce(sum(applications.proposed_price), 0)',
      ],
    ],
  },
  {
    name: 'a decision about one deal that takes the money of everyone hired with it',
    from: 31,
    breaks: /^(apart|M14):/,
    statements: [
      [
        'from payments where payments.application_id = ',
        `from payments join applications own on own.id = payments.application_id
          join applications kin on kin.listing_id = own.listing_id where kin.id = `,
      ],
    ],
  },
  {
    name: 'an offer that is answered however it ended',
    breaks: /^offers: (accept|decline|withdraw)_offer was answered ok/,
    statements: [
      [
        'and status = any($4) and expires_at > ',
        `and (status = any($4) or status <> 'open') and expires_at > `,
      ],
      [
        'offers.status, offers.expires_at, offers.created_at, offers.answered_at from offers where id = ',
        `'open' as status, offers.expires_at, offers.created_at, offers.answered_at from offers where id = `,
      ],
    ],
  },
  {
    name: 'an offer that is accepted at the price that stood before',
    breaks: /^offers: (pending|accepted) at/,
    statements: [
      [
        'update applications set proposed_price = $1',
        'update applications set proposed_price = proposed_price + 0 * $1',
      ],
    ],
  },
  {
    name: 'a counter that leaves open what it answers',
    breaks: /^offers: 2 offers are open/,
    schema: [
      'drop index offers_one_open',
      `create function stay_open() returns trigger language plpgsql as $$
        begin
          if new.status = 'superseded' then
            new.status := 'open';
            new.answered_at := null;
          end if;
          return new;
        end $$`,
      'create trigger stay_open before update on offers for each row execute function stay_open()',
    ],
  },
  {
    name: 'an unknown outcome taken for a failure, and nobody looks what was made',
    from: 45,
    breaks: /^M(3|4|7|9):/,
    provider: (provider) => ({
      ...provider,
      async transfer(input) {
        const outcome = await provider.transfer(input)
        return outcome.ok ? outcome : { ...outcome, definitive: true }
      },
      findTransfer: () => Promise.resolve(null),
    }),
  },
]

/** A provider that reports about paid money whatever the product wants to read. */
const telling =
  (change: { amountCents?: number; currency?: string; refundedCents?: number }) =>
  (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    async retrieveCheckout(id) {
      const session = await provider.retrieveCheckout(id)
      return session === null ? null : { ...session, ...change }
    },
    async retrievePayment(id) {
      const paid = await provider.retrievePayment(id)
      return paid === null ? null : { ...paid, ...change }
    },
  })

/** Each with one guard removed. Its story must break here, and holds in the intact product (guards.test.ts). */
export const UNGUARDED_PRODUCTS: readonly UnguardedProduct[] = [
  {
    name: 'a refund is asked for without looking whether it was made',
    story: 'a refund that was made unheard is adopted, not made again',
    breaks: /^M4:/,
    provider: (provider) => ({
      ...provider,
      recordsOf: async (group) => ({ ...(await provider.recordsOf(group)), refunds: [] }),
    }),
  },
  {
    name: 'a second payment is returned as often as it is heard of',
    story: 'a second payment goes back once, though its event comes late',
    breaks: /^M4:/,
    statements: [
      ['select 1 from turned_away_charges where charge_id = ', `select 1 where 'forgotten' = `],
    ],
  },
  {
    name: 'taking money in does not wait for a cancellation',
    story: 'a project is locked against cancelling while its money is taken in',
    breaks: /^Hold:/,
    statements: [[' for share', '']],
  },
  {
    name: 'a page that ended fails whatever attempt there is',
    story: 'a page that ended late fails no newer attempt',
    breaks: /^attempts:/,
    statements: [['and checkout_session_id = ', `and '' <> `]],
  },
  {
    name: 'a refused charge fails whatever attempt there is',
    story: 'a charge refused late fails no newer attempt',
    breaks: /^attempts:/,
    statements: [[') and attempt = ', ') and 0 < ']],
  },
  {
    name: 'every currency is taken for dollars',
    story: 'money in another currency is not held',
    breaks: /^M5:/,
    provider: telling({ currency: 'usd' }),
  },
  {
    name: 'every amount is taken for the agreed price',
    story: 'money of another amount than the agreed price is not held',
    breaks: /^M5:/,
    provider: telling({ amountCents: 54_000 }),
  },
  {
    name: 'that money came back is forgotten',
    story: 'the clock does not release money that came back',
    breaks: /^people choose:/,
    statements: [['payments.came_back', 'null::text as came_back']],
  },
  {
    name: 'a page’s money is held whatever became of it since',
    story: 'a page whose charge was refunded already is not held',
    breaks: /^Hold:/,
    provider: telling({ refundedCents: 0 }),
  },
  {
    name: 'a charge is held whatever became of it since',
    story: 'a charge that was refunded already is not held',
    breaks: /^Hold:/,
    provider: telling({ refundedCents: 0 }),
  },
  {
    name: 'every project counts as running when its money is released',
    story: 'money of a cancelled project is not released',
    breaks: /^cancelled:/,
    statements: [
      ['select status from projects where', `select 'in_progress' as status from projects where`],
    ],
  },
  {
    name: 'reviews are reminded of whatever is disputed',
    story: 'nobody is reminded of a review while a dispute is open',
    breaks: /^reminders:/,
    statements: [['from deal_disputes where', 'from deal_disputes where false and']],
  },
  {
    name: 'saved searches outlive their account',
    story: 'saved searches leave with their account',
    breaks: /^deletion:/,
    statements: [
      ['delete from saved_searches where', 'delete from saved_searches where false and'],
    ],
  },
  {
    name: 'the clock of unfunded orders looks at no payment',
    story: 'an order whose payment has begun is not given up',
    breaks: /^orders:/,
    statements: [
      ["and payments.status <> 'failed')", 'and false)'],
      [
        'select status, purpose from payments where project_id',
        `select 'failed' as status, purpose from payments where project_id`,
      ],
    ],
  },
  {
    name: 'every project counts as running when a payment begins',
    story: 'an order that was given up begins no payment',
    breaks: /^orders:/,
    statements: [
      ['select status from projects where', `select 'in_progress' as status from projects where`],
    ],
  },
]
