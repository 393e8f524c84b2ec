import { payloadOf } from '#sandbox/stripe/objects/events.ts'
import { signatureHeader } from '#sandbox/stripe/control/webhooks.ts'
import { Violation } from './violation.ts'
import type { World } from './world.ts'

/** The defect of a message, because of which it must be refused and change nothing (M10). */
export const FORGERIES = ['wrong_secret', 'stale', 'from_the_future', 'changed_bytes'] as const
export type Forgery = (typeof FORGERIES)[number]

/** The events on their way to the product: delivered in any order, twice, or lost until the end. */
export class Mailbag {
  private readonly handedOver = new Set<string>()
  private readonly lost = new Set<string>()
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** Ids of events neither delivered nor lost, oldest first. */
  waiting(): string[] {
    return this.known().filter((id) => !this.handedOver.has(id) && !this.lost.has(id))
  }

  delivered(): string[] {
    return [...this.handedOver]
  }

  lose(id: string): void {
    this.lost.add(id)
  }

  /** Makes lost events wait for delivery again. */
  find(): void {
    this.lost.clear()
  }

  /** Delivers an event, whether or not for the first time. Throws unless the product accepts it. */
  async deliver(id: string): Promise<void> {
    const status = await this.post(id, 'honest')
    if (status !== 200)
      throw new Violation('inbox', `${this.typeOf(id)} was answered with ${status}`)
    this.handedOver.add(id)
  }

  /** Sends a message that must be refused. */
  async forge(id: string, how: Forgery): Promise<void> {
    const status = await this.post(id, how)
    if (status !== 400) throw new Violation('M10', `a message that is ${how} got ${status}`)
  }

  private known(): string[] {
    return Object.entries(this.world.sandbox.state.events)
      .filter(([, { event }]) => !event.type.startsWith('v2.'))
      .map(([id]) => id)
  }

  private typeOf(id: string): string {
    return this.world.sandbox.state.events[id]?.event.type ?? id
  }

  private async post(id: string, how: Forgery | 'honest'): Promise<number> {
    const stored = this.world.sandbox.state.events[id]
    if (stored === undefined) throw new Error(`there is no event ${id}`)
    const payload = payloadOf(stored.event)
    const shift = how === 'stale' ? -600_000 : how === 'from_the_future' ? 600_000 : 0
    const secret = this.world.webhookSecret + (how === 'wrong_secret' ? 'x' : '')
    const signature = signatureHeader(payload, secret, new Date(Date.now() + shift))
    const answer = await this.world.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: how === 'changed_bytes' ? payload.replace('"livemode"', ' "livemode"') : payload,
    })
    return answer.statusCode
  }
}
