import type { FastifyInstance, FastifyReply } from 'fastify'
import { formatCents } from '#contract/money.ts'
import { TEST_CARDS } from '#sandbox/stripe/objects/cards.ts'
import {
  type CheckoutStep,
  confirmCard,
  payWithCard,
} from '#sandbox/stripe/objects/checkout-payment.ts'
import type { StoredSession } from '#sandbox/stripe/state/stored.ts'
import { field } from './form-field.ts'
import { type Html, markup, page } from './markup.ts'
import { sendPage } from './send-page.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

const REDIRECT = 303

/** The page a buyer pays on: `/checkout/<session id>`. */
export function registerCheckoutPage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Params: { id: string } }>('/checkout/:id', (request, reply) => {
    const stored = sandbox.state.checkout_sessions[request.params.id]
    if (stored === undefined)
      return sendPage(
        reply,
        404,
        page('Not found', markup`<h1>There is no such Checkout session</h1>`),
      )
    if (stored.session.status === 'open' && stored.confirming !== null)
      return sendPage(reply, 200, confirmPage(stored))
    return sendPage(reply, 200, checkoutPage(stored, null))
  })

  app.post<{ Params: { id: string } }>('/checkout/:id', async (request, reply) => {
    const stored = sandbox.state.checkout_sessions[request.params.id]
    if (stored === undefined)
      return sendPage(
        reply,
        404,
        page('Not found', markup`<h1>There is no such Checkout session</h1>`),
      )
    const step =
      field(request, 'step') === 'authenticate'
        ? confirmCard(sandbox, stored, field(request, 'answer') === 'yes')
        : payWithCard(sandbox, stored, {
            card_number: field(request, 'card_number'),
            expiry: field(request, 'expiry'),
            cvc: field(request, 'cvc'),
          })
    await sandbox.commit()
    return answerStep(reply, stored, step)
  })
}

function answerStep(reply: FastifyReply, stored: StoredSession, step: CheckoutStep): FastifyReply {
  if (step.kind === 'done') return reply.redirect(step.redirectTo, REDIRECT)
  if (step.kind === 'confirm') return reply.redirect(`/checkout/${stored.session.id}`, REDIRECT)
  return sendPage(reply, 200, checkoutPage(stored, step.kind === 'again' ? step.message : null))
}

function checkoutPage(stored: StoredSession, problem: string | null): string {
  const { session } = stored
  const title = session.mode === 'setup' ? 'Save a card' : 'Checkout'
  if (session.status !== 'open') return page(title, closedBody(stored))
  const button =
    session.mode === 'setup' ? 'Save card' : `Pay ${formatCents(session.amount_total ?? 0)}`
  return page(
    title,
    markup`${summary(stored)}
<form class="card" method="post" action="/checkout/${session.id}" autocomplete="off">
${problem === null ? null : markup`<p class="bad" role="alert">${problem}</p>`}
<label for="card_number">Card number</label>
<input id="card_number" name="card_number" inputmode="numeric" autocomplete="off" required>
<div class="pair">
<div><label for="expiry">Expiry</label><input id="expiry" name="expiry" placeholder="MM/YY" autocomplete="off" required></div>
<div><label for="cvc">CVC</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" required></div>
</div>
<button class="primary" type="submit">${button}</button>
${session.cancel_url === null ? null : markup`<a class="cancel" href="${session.cancel_url}">Cancel</a>`}
</form>
<section aria-labelledby="test-cards">
<h2 id="test-cards">Use a test card</h2>
<div class="row">${TEST_CARDS.map(
      (card) =>
        markup`<button class="small" type="button" data-card="${card.number}">${card.label}</button>`,
    )}</div>
</section>
<script>
for (const button of document.querySelectorAll('[data-card]')) button.addEventListener('click', () => {
  document.getElementById('card_number').value = button.dataset.card
  document.getElementById('expiry').value = '12/34'
  document.getElementById('cvc').value = button.dataset.card.length === 15 ? '1234' : '123'
})
</script>`,
  )
}

function summary(stored: StoredSession): Html {
  const { session, items } = stored
  if (session.mode === 'setup')
    return markup`<section><h1>Save a card</h1><p class="dim">Nothing is charged now.</p></section>`
  return markup`<section>
<h1>Checkout</h1>
<p class="amount">${formatCents(session.amount_total ?? 0)}</p>
${items.map((item) => markup`<p>${item.name}${item.quantity > 1 ? markup` <span class="dim">× ${item.quantity}</span>` : null}</p>`)}
</section>`
}

function closedBody(stored: StoredSession): Html {
  const { session } = stored
  if (session.status === 'expired') {
    return markup`<section><h1>This page has expired</h1><p>Nothing was charged. Please start again where you came from.</p></section>`
  }
  return markup`<section><h1>${session.mode === 'setup' ? 'Your card is saved' : 'This payment is complete'}</h1>
<p>You can close this page.</p></section>`
}

function confirmPage(stored: StoredSession): string {
  const { session } = stored
  const what =
    session.mode === 'setup' ? 'save this card' : `pay ${formatCents(session.amount_total ?? 0)}`
  const choice = (
    answer: string,
    label: string,
    style: string,
  ) => markup`<form method="post" action="/checkout/${session.id}">
<input type="hidden" name="step" value="authenticate"><input type="hidden" name="answer" value="${answer}">
<button class="${style}" type="submit">${label}</button></form>`
  return page(
    'Authentication',
    markup`<section class="stack"><h1>Is this really you?</h1>
<p>The bank asks the card's holder to confirm that they want to ${what}.</p>
${choice('yes', 'Complete authentication', 'primary')}
${choice('no', 'Fail authentication', '')}
</section>`,
  )
}
