import type { Controls } from '#sandbox/stripe/control/controls.ts'

/** The amount that "Take a part back" reverses: less than any share of a price. */
const A_PART_CENTS = 10

/** What each button of the dashboard does with its id; a new button is a new row. */
export const DASHBOARD_ACTIONS: Readonly<
  Record<string, (controls: Controls, id: string, how: string) => unknown>
> = {
  deliver: (controls, id, how) => controls.redeliver(id, how),
  'deliver-out-of-order': (controls) => controls.deliverOutOfOrder(),
  'expire-session': (controls, id) => controls.expireSession(id),
  'settle-paid': (controls, id) => controls.settleSession(id, true),
  'settle-failed': (controls, id) => controls.settleSession(id, false),
  'open-dispute': (controls, id) => controls.openDispute(id),
  'dispute-won': (controls, id) => controls.closeDispute(id, 'won'),
  'dispute-lost': (controls, id) => controls.closeDispute(id, 'lost'),
  'refund-arrived': (controls, id) => controls.settleRefund(id, true),
  'refund-failed': (controls, id) => controls.settleRefund(id, false),
  'reverse-transfer': (controls, id) => controls.reverseTransfer(id),
  'reverse-part': (controls, id) => controls.reverseTransfer(id, A_PART_CENTS),
  'payout-failed': (controls, id) => controls.failPayout(id),
  'switch-on': (controls, id) => controls.setSwitch(id, 1),
  'switch-off': (controls, id) => controls.setSwitch(id, 0),
  'advance-clock': (controls, id) => {
    const jump = CLOCK_JUMPS.find((row) => row.name === id)
    if (jump !== undefined) controls.advanceClock(jump.ms)
  },
}

const HOUR_MS = 60 * 60 * 1000

/** The jumps offered for the sandbox's clock, and what each causes. */
export const CLOCK_JUMPS = [
  { name: 'hour', label: 'One hour on', ms: HOUR_MS },
  { name: 'key-life', label: '24 hours on: pages expire, keys are forgotten', ms: 24 * HOUR_MS },
  { name: 'two-days', label: 'Two days on: card money is available', ms: 48 * HOUR_MS },
  {
    name: 'three-days',
    label: 'Three days on: accounts are paid out',
    ms: 72 * HOUR_MS,
  },
  { name: 'week', label: 'A week on: payouts are at the bank', ms: 7 * 24 * HOUR_MS },
  { name: 'month', label: '30 days on: old events are gone', ms: 30 * 24 * HOUR_MS },
] as const
