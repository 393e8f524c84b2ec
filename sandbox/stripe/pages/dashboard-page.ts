import type { FastifyInstance } from 'fastify'
import { formatCents } from '#contract/money.ts'
import { accountBalance } from '#sandbox/stripe/objects/account-balance.ts'
import { canReceiveTransfers } from '#sandbox/stripe/objects/accounts.ts'
import { platformBalance } from '#sandbox/stripe/objects/balance.ts'
import type { Controls } from '#sandbox/stripe/control/controls.ts'
import { ownerOf } from '#sandbox/stripe/objects/payouts.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import { DELIVERIES } from '#sandbox/stripe/control/deliveries.ts'
import { SWITCHES } from '#sandbox/stripe/state/switches.ts'
import { CLOCK_JUMPS, DASHBOARD_ACTIONS } from './dashboard-actions.ts'
import { field } from './form-field.ts'
import { type Html, markup, page } from './markup.ts'
import { sendPage } from './send-page.ts'

const REDIRECT = 303
const SHOWN = 50

/** The sandbox's own page: what has happened, and buttons that make things happen. */
export function registerDashboard(
  app: FastifyInstance,
  sandbox: Sandbox,
  controls: Controls,
): void {
  app.get('/', (_request, reply) => sendPage(reply, 200, dashboard(sandbox)))

  app.post('/dashboard/:action', async (request, reply) => {
    const { action: name } = request.params as { action: string }
    DASHBOARD_ACTIONS[name]?.(controls, field(request, 'id'), field(request, 'how'))
    await sandbox.commit()
    return reply.redirect('/', REDIRECT)
  })
}

function dashboard(sandbox: Sandbox): string {
  const { state } = sandbox
  const balance = platformBalance(sandbox)
  return page(
    'Dashboard',
    markup`<section><h1>Balance</h1>
<p class="amount">${formatCents(balance.available)} <span class="dim">available</span></p>
<p>${formatCents(balance.pending)} on its way</p>
<p class="dim">The sandbox's clock: <time>${sandbox.now().toISOString()}</time></p>
<div class="row">${CLOCK_JUMPS.map((jump) => action('advance-clock', jump.name, jump.label))}</div></section>
<section><h2>Switches</h2>${switches(sandbox)}</section>
${table(
  'Checkout sessions',
  ['Session', 'Amount', 'Status', 'Payment', ''],
  newest(state.checkout_sessions).map(({ session }) => [
    session.id.slice(0, 20),
    session.amount_total === null ? 'card set-up' : formatCents(session.amount_total),
    session.status ?? '',
    session.payment_status,
    session.status === 'open'
      ? markup`<div class="row"><a href="/checkout/${session.id}">Open</a>${action('expire-session', session.id, 'Expire')}</div>`
      : waits(sandbox, session.payment_intent)
        ? markup`<div class="row">${action('settle-paid', session.id, 'Let it be paid')}${action('settle-failed', session.id, 'Let it fail')}</div>`
        : '',
  ]),
)}
${table(
  'Charges',
  ['Charge', 'Amount', 'Refunded', 'Status', 'Group', 'When', ''],
  newest(state.charges).map((row) => [
    row.id,
    formatCents(row.amount),
    formatCents(row.amount_refunded),
    row.failure_message ?? (row.disputed ? 'disputed' : row.status),
    row.transfer_group ?? '',
    stamp(row.created),
    row.status === 'succeeded' && !row.disputed
      ? action('open-dispute', row.id, 'Open a dispute')
      : '',
  ]),
)}
${table(
  'Disputes',
  ['Dispute', 'Amount', 'Charge', 'Status', 'When', ''],
  newest(state.disputes).map((row) => [
    row.id,
    formatCents(row.amount),
    textOf(row.charge),
    row.status.replaceAll('_', ' '),
    stamp(row.created),
    row.status === 'needs_response'
      ? markup`<div class="row">${action('dispute-won', row.id, 'Platform wins')}${action('dispute-lost', row.id, 'Card holder wins')}</div>`
      : '',
  ]),
)}
${table(
  'Refunds',
  ['Refund', 'Amount', 'Charge', 'Status', 'When', ''],
  newest(state.refunds).map((row) => [
    row.id,
    formatCents(row.amount),
    textOf(row.charge),
    row.status ?? '',
    stamp(row.created),
    markup`<div class="row">${row.status === 'pending' ? action('refund-arrived', row.id, 'Let it arrive') : ''}${row.status === 'failed' ? '' : action('refund-failed', row.id, 'Let it fail')}</div>`,
  ]),
)}
${table(
  'Transfers',
  ['Transfer', 'Amount', 'Taken back', 'To', 'Group', 'When', ''],
  newest(state.transfers).map((row) => [
    row.id,
    formatCents(row.amount),
    formatCents(row.amount_reversed),
    typeof row.destination === 'string' ? row.destination : '',
    row.transfer_group ?? '',
    stamp(row.created),
    row.reversed
      ? ''
      : markup`<div class="row">${action('reverse-transfer', row.id, 'Take it back')}${action('reverse-part', row.id, 'Take a part back')}</div>`,
  ]),
)}
${table(
  'Accounts',
  ['Account', 'Owner', 'Transfers', 'Balance', 'On its way to it'],
  newest(state.accounts).map((row) => {
    const money = accountBalance(sandbox, row.id)
    return [
      row.id,
      row.contact_email ?? '',
      canReceiveTransfers(row) ? 'active' : 'restricted',
      formatCents(money.available),
      formatCents(money.pending),
    ]
  }),
)}
${table(
  'Payouts to banks',
  ['Payout', 'Amount', 'Account', 'Status', 'Arrives', ''],
  newest(state.payouts).map((row) => [
    row.id,
    formatCents(row.amount),
    ownerOf(sandbox, row) ?? 'platform',
    row.failure_message ?? row.status.replaceAll('_', ' '),
    stamp(row.arrival_date).slice(0, 10),
    row.status === 'failed' ? '' : action('payout-failed', row.id, 'Let it come back'),
  ]),
)}
<section><h2>Order of events</h2><div class="row">${action('deliver-out-of-order', '', 'Deliver the last events again, newest first')}</div></section>
${table(
  'Events',
  ['Event', 'Type', 'Delivery', 'Tries', 'Last answer', ''],
  newest(state.events).map(({ event, delivery }) => {
    const last = delivery.attempts.at(-1)
    return [
      event.id.slice(0, 14),
      event.type,
      delivery.state.replaceAll('_', ' '),
      delivery.attempts.length,
      last === undefined ? '' : (last.error ?? last.status ?? ''),
      markup`<div class="row">${DELIVERIES.map((row) => action('deliver', event.id, row.label, row.name))}</div>`,
    ]
  }),
)}`,
    { wide: true },
  )
}

function switches(sandbox: Sandbox): Html {
  const rows = SWITCHES.map((row) => {
    const set = sandbox.state.switches.find((setting) => setting.name === row.name)
    const how =
      set === undefined
        ? action('switch-on', row.name, row.label)
        : action('switch-off', row.name, `Off: ${row.label}`)
    return markup`<tr><td>${how}</td><td class="dim">${row.help}</td><td>${set === undefined ? '' : `strikes ${set.times}×`}</td></tr>`
  })
  return markup`<div class="scroll"><table><tbody>${rows}</tbody></table></div>`
}

function action(name: string, id: string, label: string, how = ''): Html {
  return markup`<form method="post" action="/dashboard/${name}"><input type="hidden" name="id" value="${id}"><input type="hidden" name="how" value="${how}"><button class="small" type="submit">${label}</button></form>`
}

function table(
  title: string,
  heads: readonly string[],
  rows: readonly (string | number | Html)[][],
): Html {
  const body =
    rows.length === 0
      ? markup`<p class="dim">Nothing yet.</p>`
      : markup`<div class="scroll"><table><thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`
  return markup`<section><h2>${title}</h2>${body}</section>`
}

function newest<Row>(rows: Record<string, Row>): Row[] {
  return Object.values(rows).toReversed().slice(0, SHOWN)
}

function stamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19)
}

function waits(sandbox: Sandbox, intentId: unknown): boolean {
  return (
    typeof intentId === 'string' && sandbox.state.payment_intents[intentId]?.status === 'processing'
  )
}

/** Ids are never expanded in the state; the types do not know that. */
function textOf(id: unknown): string {
  return typeof id === 'string' ? id : ''
}
