import { setTimeout as pause } from 'node:timers/promises'
import type { Application } from '#contract/application-schemas.ts'
import { CATEGORIES } from '#contract/projects.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { payCheckout } from '#scripts/demo/provider-pages.ts'
import { type DrillClient, openClient } from '#tests/messages/drill-client.ts'
import { randomOf } from '#tests/messages/random.ts'
import { Loss } from './loss.ts'
import type { Person } from './person.ts'
import { count } from './tally.ts'
import { digest, upload } from './upload.ts'

/** A deal's end. `unsettled`: money was ordered out and the provider has not yet reported the outcome. */
export type Ending = 'released' | 'refunded' | 'cancelled' | 'unsettled'

/** What is kept about a deal for the final check. */
export interface Deal {
  seller: Person
  creator: Person
  projectId: string
  paymentId: string | null
  ending: Ending
  /** The sha256 of each delivered version. */
  files: { version: number; sha256: string }[]
}

type Random = ReturnType<typeof randomOf>

/** How long a page waits for its money to arrive before it requests the payment again, in ms. */
const ASK_AGAIN_MS = 8_000
/** How long a deal waits for the provider's final word before it leaves that to the final check, in ms. */
const LAST_WORD_MS = 60_000
/** How long an open page may take to show what is stored, in ms. */
const SHOWN_WITHIN_MS = 120_000

const cents = (usd: number) => Math.round(usd * 100)
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** A project from its posting to its end. All its randomness is derived from its number and the seed. */
export class Life {
  private readonly random: Random
  private readonly name: string
  private readonly seller: Person
  private readonly creator: Person
  private readonly others: readonly Person[]
  private projectId = ''
  private conversationId = ''
  private messages = 0
  private readonly files: Deal['files'] = []
  private page: DrillClient | null = null
  private readonly pageFaults: string[] = []

  constructor(seed: number, number: number, sellers: readonly Person[], creators: Person[]) {
    this.random = randomOf(seed * 1_000_003 + number)
    this.name = `${seed}.${number}`
    this.seller = this.random.pick(sellers)
    const first = this.random.below(creators.length)
    const around = [...creators.slice(first), ...creators.slice(0, first)]
    const [creator = this.seller, ...others] = around
    this.creator = creator
    this.others = others.slice(0, this.random.below(3))
  }

  private get journal() {
    return this.seller.town.journal
  }

  private get params() {
    return { params: { id: this.projectId } }
  }

  async live(): Promise<Deal> {
    try {
      await this.post()
      const own = await this.apply(this.creator)
      await this.talk(1 + this.random.below(3))
      const others: Application[] = []
      for (const other of this.others) others.push(await this.apply(other))
      if (this.random.chance(0.1)) return await this.cancel([own, ...others])
      await this.accept(own, others)
      await this.openPage()
      await this.talk(1 + this.random.below(4))
      const payment = await this.fund(own)
      const ending = await this.workAndMoney(payment)
      await this.talk(this.random.below(3))
      await this.lookAtPage()
      if (this.random.chance(0.03))
        await this.random.pick([this.seller, this.creator]).signOutAndIn()
      return this.deal(payment.id, ending)
    } finally {
      this.page?.close()
    }
  }

  private deal(paymentId: string | null, ending: Ending): Deal {
    const { seller, creator, projectId, files } = this
    return { seller, creator, projectId, paymentId, ending, files }
  }

  private async post(): Promise<void> {
    const title = `Soak ${this.name}`
    const status = this.random.chance(0.5) ? 'draft' : 'active'
    const body = {
      title,
      category: this.random.pick(CATEGORIES),
      description: `A film of ${this.random.id()}.`,
      budget: 50 + this.random.below(500),
      deadline: inAMonth(),
      status,
    } as const
    const created = await this.seller.command('projects.create', { body }, async () => {
      // Posted, but the response was lost: the project is in the person's own list.
      const mine = await this.seller.read('projects.mine')
      return mine.find((project) => project.title === title) ?? null
    })
    this.projectId = created.id
    const fact = { id: created.id, seller_id: this.seller.id, title }
    this.journal.note('projects', { ...fact, status })
    if (status === 'active') return
    await this.seller.command('projects.publish', this.params)
    this.journal.note('projects', { ...fact, status: 'active' })
  }

  private async apply(creator: Person): Promise<Application> {
    const body = {
      message: `I would love to, ${this.random.id()}.`,
      proposed_price: (100 + this.random.below(60_000)) / 100,
    }
    const own = () => creator.read('applications.own', this.params)
    const input = { ...this.params, body }
    const application = await creator.command('applications.submit', input, own)
    this.noteApplication(application, body)
    return application
  }

  private noteApplication(
    { id, creator_id, status }: Application,
    given: { message: string; proposed_price: number },
  ): void {
    const { message, proposed_price } = given
    const price = cents(proposed_price)
    const project_id = this.projectId
    this.journal.note('applications', { id, project_id, creator_id, message, price, status })
  }

  private async cancel(applications: readonly Application[]): Promise<Deal> {
    await this.seller.command('projects.cancel', this.params)
    this.noteProject('cancelled')
    for (const one of applications) this.noteApplication({ ...one, status: 'rejected' }, one)
    return this.deal(null, 'cancelled')
  }

  private noteProject(status: 'in_progress' | 'completed' | 'cancelled'): void {
    const title = `Soak ${this.name}`
    const fact = { id: this.projectId, seller_id: this.seller.id, title, status }
    this.journal.note('projects', fact)
  }

  /** Accepting one application answers all the others: they are acknowledged together. */
  private async accept(own: Application, others: readonly Application[]): Promise<void> {
    const [refused] = others
    if (refused !== undefined && this.random.chance(0.4)) {
      await this.seller.command('applications.reject', { params: { id: refused.id } })
      this.noteApplication({ ...refused, status: 'rejected' }, refused)
    }
    await this.seller.command('applications.accept', { params: { id: own.id } })
    this.noteApplication({ ...own, status: 'accepted' }, own)
    this.noteProject('in_progress')
    for (const other of others) this.noteApplication({ ...other, status: 'rejected' }, other)
  }

  /** Sends several messages in sequence, from either side; occasionally the other side has read them all. */
  private async talk(times: number): Promise<void> {
    if (this.conversationId === '') {
      const opened = await this.creator.command('conversations.open', {
        body: { project_id: this.projectId },
      })
      this.conversationId = opened.id
      this.seller.town.talks.set(opened.id, [this.seller.email, this.creator.email])
      const { id, project_id, creator_id } = opened
      this.journal.note('conversations', { id, project_id, creator_id })
    }
    const params = { id: this.conversationId }
    for (let n = 0; n < times; n += 1) {
      const sender = this.random.pick([this.seller, this.creator])
      const reader = sender === this.seller ? this.creator : this.seller
      const body = { id: this.random.id(), content: `${(this.messages += 1)} ${this.random.id()}` }
      const message = await sender.command('messages.send', { params, body })
      const { seq } = message
      if (message.id !== body.id || message.content !== body.content || seq !== this.messages)
        throw new Loss(`${JSON.stringify(body)} was stored as ${JSON.stringify(message)}`)
      const fact = { ...body, conversation_id: params.id, sender_id: sender.id, seq }
      this.journal.note('messages', { ...fact, read: false })
      if (!this.random.chance(0.3)) continue
      await reader.command('messages.read', { params })
      this.journal.note('messages', { ...fact, read: true })
    }
  }

  /** One side has the conversation open from here on, with the page's own code over a real socket. */
  private async openPage(): Promise<void> {
    const { person, list } = this.reader()
    const world = {
      urls: [person.town.line.url],
      tokenOf: () => person.token,
      isTheirs: (email: string, id: string) => person.town.talks.get(id)?.includes(email) ?? false,
      list: (_: string, __: string, after: number) => list(after),
      send: () => Promise.reject(new Error('this page only reads')),
      read: () => Promise.reject(new Error('this page only reads')),
    }
    const [url = ''] = world.urls
    this.page = openClient(world, person.email, [this.conversationId], url, this.pageFaults)
  }

  private reader() {
    const person = this.messages % 2 === 0 ? this.seller : this.creator
    const params = { id: this.conversationId }
    return {
      person,
      list: (after: number) => person.read('messages.list', { params, query: { after } }),
    }
  }

  /** The open page must end up showing what is stored, whatever happened to its socket. */
  private async lookAtPage(): Promise<void> {
    const { page } = this
    if (page === null) return
    const until = performance.now() + SHOWN_WITHIN_MS
    const { url } = this.seller.town.line
    for (let looks = 1; page.shown(this.conversationId).length < this.messages; looks += 1) {
      if (performance.now() > until) {
        const shown = page.shown(this.conversationId).length
        const counts = JSON.stringify(page.counts)
        throw new Loss(
          `a page of ${page.person} shows ${shown} of ${this.messages} messages (${counts})`,
        )
      }
      await pause(100)
      // A page whose token was refused returns with a new one.
      if (looks % 200 === 0) page.reconnect(url, false)
    }
    const [fault] = this.pageFaults
    if (fault !== undefined) throw new Loss(fault)
    const { tally } = this.seller.town.line
    tally.heardLive += page.counts.live
    tally.caughtUp += page.counts.caughtUp
  }

  /** Opens the provider's page, pays on it and waits until the money is held. */
  private async fund(own: Application): Promise<Payment> {
    const body = { project_id: this.projectId, application_id: own.id }
    const payment = () => this.seller.read('payments.for_project', this.params)
    const held = async () => {
      const now = await payment()
      return now?.status === 'held_in_escrow' ? { ...now, checkout_url: null } : null
    }
    let funded: Payment | null = null
    while (funded === null) {
      const opened = await this.seller.command('payments.create', { body }, held)
      const { id, application_id, status } = opened
      const amount = cents(opened.amount)
      this.journal.note('payments', { id, application_id, amount, status })
      // Already paid: the same page was opened again.
      if (opened.checkout_url !== null)
        await payCheckout(opened.checkout_url).catch(() => undefined)
      const until = performance.now() + ASK_AGAIN_MS
      while (funded === null && performance.now() < until) {
        funded = await held()
        if (funded === null) await pause(150)
      }
    }
    this.notePayment(funded, 'held_in_escrow')
    return funded
  }

  private notePayment(payment: Payment, status: Payment['status']): void {
    const { id, application_id, amount } = payment
    this.journal.note('payments', { id, application_id, amount: cents(amount), status })
  }

  private async workAndMoney(payment: Payment): Promise<Ending> {
    if (this.random.chance(0.08)) return this.giveBack(payment)
    let delivered = await this.deliver(1)
    if (this.random.chance(0.4)) {
      const reviewer_notes = `Slower, please: ${this.random.id()}.`
      const params = { id: delivered.id }
      await this.seller.command('deliverables.request_revision', {
        params,
        body: { reviewer_notes },
      })
      this.journal.note('deliverables', { ...delivered, status: 'rejected', reviewer_notes })
      delivered = await this.deliver(2)
    }
    if (this.random.chance(0.12)) return this.giveBack(payment)
    const atOnce = this.random.chance(0.5)
    const params = { id: delivered.id }
    await this.seller.command('deliverables.approve', { params, body: { release: atOnce } })
    this.journal.note('deliverables', { ...delivered, status: 'approved' })
    return this.moved(payment, 'released', atOnce)
  }

  private async deliver(version: number) {
    const bytes = Buffer.from(`${this.random.id()}\n`.repeat(50 + this.random.below(400)))
    const file = await upload(this.creator, 'deliverable-files', bytes, this.projectId)
    const input = { ...this.params, body: { file_id: file.id, notes: null, post_url: null } }
    const { id, ...answer } = await this.creator.command('deliverables.submit', input)
    if (answer.version !== version)
      throw new Loss(`version ${version} was stored as ${answer.version}`)
    this.files.push({ version, sha256: digest(bytes) })
    const fact = { id, project_id: this.projectId, file_id: file.id, version }
    const delivered = { ...fact, status: 'pending', reviewer_notes: null } as const
    this.journal.note('deliverables', delivered)
    return delivered
  }

  private giveBack(payment: Payment): Promise<Ending> {
    return this.moved(payment, 'refunded', false)
  }

  /** Orders the release and waits for it; clicks again when the money is held again because the provider refused. */
  private async moved(
    payment: Payment,
    to: 'released' | 'refunded',
    isOrdered: boolean,
  ): Promise<Ending> {
    const [person, key] =
      to === 'released'
        ? ([this.seller, 'payments.release'] as const)
        : ([this.creator, 'payments.refund'] as const)
    const look = () => person.read('payments.for_project', this.params)
    const until = performance.now() + LAST_WORD_MS
    let ordered = isOrdered
    for (;;) {
      if (!ordered)
        await person.command(key, { body: { payment_id: payment.id } }, async () => {
          const now = await look()
          return now?.status === to ? now : null
        })
      const now = await this.seller.town.line.persist(
        'a payment',
        async () => (await look()) ?? undefined,
      )
      if (now.status === to) {
        this.notePayment(payment, to)
        if (to === 'released') this.noteProject('completed')
        return to
      }
      if (now.status !== 'held_in_escrow')
        throw new Loss(`a payment to be ${to} became ${now.status}`)
      ordered = now.moving !== null
      if (performance.now() > until) return 'unsettled'
      if (ordered) await pause(200)
    }
  }

  /** Counts the end for the final tally. */
  countEnd(ending: Ending): void {
    count(this.seller.town.line.tally.ends, ending)
  }
}
