import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { platformBalance } from '#sandbox/stripe/objects/balance.ts'
import type { Controls } from './controls.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import { SWITCHES } from '#sandbox/stripe/state/switches.ts'
import type { WebhookSender } from './webhooks.ts'

const typedCard = z.object({
  card_number: z.string(),
  expiry: z.string().default('12/34'),
  cvc: z.string().default('123'),
})
const onboarding = z.object({
  outcome: z.enum(['complete', 'unfinished', 'restricted', 'rejected', 'closed']),
})
const delivery = z.object({ how: z.string().optional() })
const closing = z.object({ outcome: z.enum(['won', 'lost']) })
const reversal = z.object({ amount: z.number().int().min(1).optional() })
const ofPlatform = z.object({ amount: z.number().int().min(1) })
const settling = z.object({ succeeds: z.boolean() })
const switchSetting = z.object({
  name: z.string(),
  times: z.number().int().min(0).default(1),
  target: z.string().optional(),
})
const clock = z.object({ advance_ms: z.number().int().min(0) })
const webhook = z.object({ url: z.url().nullable() })

/**
 * `/_control/…`: the sandbox for tests and scripts, in JSON. Not part of Stripe, and without a key; the sandbox listens
 * on the loopback interface only.
 */
export function registerControlApi(
  app: FastifyInstance,
  sandbox: Sandbox,
  controls: Controls,
  webhooks: WebhookSender,
): void {
  const { state } = sandbox

  app.get('/_control/events', () =>
    Object.values(state.events).map(({ event, delivery }) => ({
      id: event.id,
      type: event.type,
      event,
      delivery,
    })),
  )
  app.get('/_control/requests', () => state.requests)
  app.get('/_control/state', () => ({
    ...state,
    balance: platformBalance(sandbox),
    now: sandbox.now().toISOString(),
  }))
  app.get('/_control/switches', () =>
    SWITCHES.map(({ name, label, help, target }) => ({
      name,
      label,
      help,
      target,
      set: state.switches.find((setting) => setting.name === name) ?? null,
    })),
  )

  const change = (path: string, act: (id: string, body: unknown) => unknown) =>
    app.post(path, async (request, reply) => {
      const result = act(idOf(request), jsonBody(request))
      if (result === false || result === null) return reply.code(404).send({ ok: false })
      await sandbox.commit()
      return reply.send(typeof result === 'object' ? result : { ok: true })
    })

  change('/_control/events/:id/deliver', (id, body) =>
    controls.redeliver(id, delivery.parse(body).how),
  )
  change('/_control/events/deliver-out-of-order', () => controls.deliverOutOfOrder())
  change('/_control/charges/:id/dispute', (id) => {
    const dispute = controls.openDispute(id)
    return dispute === null ? null : { id: dispute }
  })
  change('/_control/disputes/:id/close', (id, body) =>
    controls.closeDispute(id, closing.parse(body).outcome),
  )
  change('/_control/refunds/:id/settle', (id, body) =>
    controls.settleRefund(id, settling.parse(body).succeeds),
  )
  change('/_control/transfers/:id/reverse', (id, body) =>
    controls.reverseTransfer(id, reversal.parse(body).amount),
  )
  change('/_control/platform/payout', (_id, body) =>
    controls.payOutPlatform(ofPlatform.parse(body).amount),
  )
  change('/_control/platform/fee', (_id, body) =>
    controls.chargePlatform(ofPlatform.parse(body).amount),
  )
  change('/_control/payouts/:id/fail', (id) => controls.failPayout(id))
  change('/_control/sessions/:id/pay', (id, body) => controls.pay(id, typedCard.parse(body)))
  change('/_control/sessions/:id/authenticate', (id, body) =>
    controls.authenticate(id, settling.parse(body).succeeds),
  )
  change('/_control/sessions/:id/settle', (id, body) =>
    controls.settleSession(id, settling.parse(body).succeeds),
  )
  change('/_control/sessions/:id/expire', (id) => controls.expireSession(id))
  change('/_control/accounts/:id/onboarding', (id, body) =>
    controls.finishOnboarding(id, onboarding.parse(body).outcome),
  )
  change('/_control/switches', (_id, body) => {
    const { name, times, target } = switchSetting.parse(body)
    return controls.setSwitch(name, times, target)
  })
  change('/_control/clock', (_id, body) => {
    controls.advanceClock(clock.parse(body).advance_ms)
    return { now: sandbox.now().toISOString() }
  })
  change('/_control/webhook', (_id, body) => {
    webhooks.setUrl(webhook.parse(body).url)
    return true
  })
}

function idOf(request: FastifyRequest): string {
  const { params } = request
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : ''
}

function jsonBody(request: FastifyRequest): unknown {
  if (typeof request.body !== 'string' || request.body === '') return {}
  const parsed: unknown = JSON.parse(request.body)
  return parsed
}
