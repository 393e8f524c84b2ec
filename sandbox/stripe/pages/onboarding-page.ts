import type { FastifyInstance } from 'fastify'
import { openLink } from '#sandbox/stripe/objects/account-links.ts'
import {
  type OnboardingOutcome,
  account,
  addPayoutCard,
  canReceiveTransfers,
  finishOnboarding,
} from '#sandbox/stripe/objects/accounts.ts'
import { TEST_CARDS } from '#sandbox/stripe/objects/cards.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import { field } from './form-field.ts'
import { markup, page } from './markup.ts'
import { sendPage } from './send-page.ts'

const REDIRECT = 303

/** The pages a creator is sent to: the single-use link, and the flow behind it, which may be reloaded. */
export function registerOnboardingPages(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Params: { token: string } }>('/connect/onboarding/:token', async (request, reply) => {
    const link = sandbox.state.account_links[request.params.token]
    if (link === undefined)
      return sendPage(reply, 404, page('Not found', markup`<h1>There is no such link</h1>`))
    const flow = openLink(sandbox, link.token)
    // As at Stripe: an expired link returns to the platform, which creates a new one.
    if (flow === null) return reply.redirect(link.refresh_url, REDIRECT)
    await sandbox.commit()
    return reply.redirect(`/connect/flow/${flow.id}`, REDIRECT)
  })

  app.get<{ Params: { id: string } }>('/connect/flow/:id', (request, reply) => {
    const flow = sandbox.state.onboarding_flows[request.params.id]
    if (flow === undefined)
      return sendPage(reply, 404, page('Not found', markup`<h1>There is no such page</h1>`))
    if (flow.done) return reply.redirect(flow.return_url, REDIRECT)
    const found = account(sandbox, flow.account)
    const choice = (outcome: OnboardingOutcome, label: string, style: string) =>
      markup`<button class="${style}" type="submit" name="outcome" value="${outcome}">${label}</button>`
    return sendPage(
      reply,
      200,
      page(
        'Onboarding',
        markup`<form class="card stack" method="post" action="/connect/flow/${flow.id}">
<h1>Set up payouts</h1>
<p>${found.display_name ?? found.contact_email ?? found.id}, ${(found.identity?.country ?? '').toUpperCase()}</p>
<p class="dim">Account <code>${found.id}</code> is ${canReceiveTransfers(found) ? 'ready for transfers' : 'not ready for transfers yet'}. The real page asks for a name, an address and a bank account; here you choose how it ends.</p>
<label for="payout_card">Pay out to a debit card (a test card's number; empty: a bank account)</label>
<input id="payout_card" name="payout_card" inputmode="numeric" autocomplete="off">
${choice('complete', 'Complete onboarding', 'primary')}
${choice('unfinished', 'Leave unfinished', '')}
${choice('restricted', 'Mark as restricted', '')}
</form>`,
      ),
    )
  })

  app.post<{ Params: { id: string } }>('/connect/flow/:id', async (request, reply) => {
    const flow = sandbox.state.onboarding_flows[request.params.id]
    if (flow === undefined)
      return sendPage(reply, 404, page('Not found', markup`<h1>There is no such page</h1>`))
    const outcome = onboardingOutcome(field(request, 'outcome'))
    if (outcome === null) return reply.redirect(`/connect/flow/${flow.id}`, REDIRECT)
    if (!flow.done) {
      flow.done = true
      const number = field(request, 'payout_card').replaceAll(' ', '')
      const card = TEST_CARDS.find((one) => one.number === number)
      if (card !== undefined) addPayoutCard(sandbox, flow.account, card)
      finishOnboarding(sandbox, flow.account, outcome)
      await sandbox.commit()
    }
    return reply.redirect(flow.return_url, REDIRECT)
  })
}

/** The owner's own pages: what came in and what was paid out to their bank. Each link works once. */
export function registerExpressPages(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Params: { token: string } }>('/connect/express/:token', async (request, reply) => {
    const link = sandbox.state.login_links[request.params.token]
    if (link === undefined || link.used)
      return sendPage(reply, 404, page('Not found', markup`<h1>This link was used already</h1>`))
    link.used = true
    await sandbox.commit()
    const found = account(sandbox, link.account)
    const sent = Object.values(sandbox.state.transfers).filter(
      ({ destination }) => destination === link.account,
    )
    return sendPage(
      reply,
      200,
      page(
        'Express dashboard',
        markup`<div class="card stack"><h1>Your payouts</h1>
<p>${found.display_name ?? found.id}</p>
<p class="dim">${String(sent.length)} transfers came to account <code>${found.id}</code>.</p></div>`,
      ),
    )
  })
}

/** The outcome that a text names, or null. */
export function onboardingOutcome(text: string): OnboardingOutcome | null {
  return text === 'complete' || text === 'unfinished' || text === 'restricted' ? text : null
}
