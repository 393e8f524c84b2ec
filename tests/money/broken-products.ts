import { randomUUID } from 'node:crypto'
import type { Broken } from './broken.ts'

/** A broken product and the promises that must be seen to break. */
export interface BrokenProduct extends Broken {
  breaks: RegExp
  /** The first seed that shows it: where to begin looking, so that the suite is quick. */
  from?: number
}

/** Each guard of the money, taken out. A simulator that does not notice is blind. */
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
    name: 'a ledger that books a cause as often as it is told',
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
    name: 'a decision kept as another one',
    from: 14,
    breaks: /^M14:/,
    statements: [['set decided_refund = ', 'set decided_refund = 0 * ']],
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
