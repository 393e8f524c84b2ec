import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { jpegPicture, picture } from '#scripts/demo/pictures.ts'
import { DEMO_CARDS, payCheckout } from '#scripts/demo/provider-pages.ts'
import type { Session } from '#scripts/demo/session.ts'
import type { Stage } from '#scripts/demo/stage.ts'
import { videoPath } from '#scripts/demo/videos.ts'
import { packageTotals } from '#contract/packages.ts'
import type { HandedIn, MarketDeal } from './deal.ts'
import { marketBrief } from './market-briefs.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { REVIEWS } from './reviews.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { expireOffer } from '#server/offers/record/offer-moves.ts'
import { orderClocks } from '#server/orders/order-clock.ts'

const DAY_MS = 86_400_000

/** A deal while it is played: who plays it, and what exists of it. */
export interface Play {
  stage: Stage
  deal: MarketDeal
  seller: Session
  cast: ReadonlyMap<string, Session>
  projectId: string
  /** Where a package was ordered. */
  orderId: string
  /** By the creator's key. */
  applications: Map<string, string>
  deliverables: string[]
  checkout: string
  disputeId: string
  /** The operator who decides. */
  operator: Session
}

const present = <T>(what: T | null | undefined, name: string): T => {
  if (what === null || what === undefined) throw new Error(`the demo has no ${name}`)
  return what
}
const castOf = ({ cast }: Play, key: string) => present(cast.get(key), key)
const chosenOf = (play: Play) => castOf(play, present(play.deal.offers[0], 'offer').by)

async function post(play: Play, status: 'draft' | 'active'): Promise<void> {
  const { deal, seller, stage } = play
  const product_images = await Promise.all(
    deal.pictures.map(async (name) => {
      const bytes = await picture(name)
      return (await seller.upload('product-images', `${name}.webp`, 'image/webp', bytes)).url
    }),
  )
  const deadline = new Date(stage.now().getTime() + deal.due * DAY_MS).toISOString().slice(0, 10)
  const { title, category, description, budget } = deal
  const { id } = await seller.call('projects.create', {
    body: {
      title,
      category,
      description,
      product_details: deal.details ?? null,
      budget,
      deadline,
      product_images,
      status,
      brief: marketBrief(title),
    },
  })
  play.projectId = id
}

async function apply(play: Play, { by, price, message }: MarketDeal['offers'][number]) {
  const { id } = await castOf(play, by).call('applications.submit', {
    params: { id: play.projectId },
    body: { message, proposed_price: price },
  })
  play.applications.set(by, id)
}

async function bargain(play: Play, nth: number): Promise<void> {
  const { about, by, ends, ...terms } = present(play.deal.bargains?.[nth], 'bargain')
  const id = present(play.applications.get(about), 'application')
  const creator = castOf(play, about)
  const [author, recipient] = by === 'seller' ? [play.seller, creator] : [creator, play.seller]
  const known = await author.call('offers.list', { params: { id } })
  const open = known.offers.find(({ status }) => status === 'open')
  const { offers } = await author.call('offers.make', {
    params: { id },
    body: {
      ...terms,
      id: randomUUID(),
      deliver_by: known.terms.deliver_by,
      answers: open?.id ?? null,
    },
  })
  const made = present(offers.at(-1), 'offer')
  if (ends === undefined || ends === 'expire') return
  const who = ends === 'withdraw' ? author : recipient
  await who.call(`offers.${ends}`, { params: { id: made.id } })
}

async function order(play: Play): Promise<void> {
  const { title, order: ordered } = play.deal
  const { words, link, question, addOns } = present(ordered, 'order')
  const offered = await chosenOf(play).call('packages.mine')
  const found = present(
    offered.find((one) => one.title === title),
    `package “${title}”`,
  )
  const placed = await play.seller.call('package_orders.place', {
    params: { id: found.id },
    body: {
      ...packageTotals(found, addOns),
      id: randomUUID(),
      add_ons: [...addOns],
      words,
      links: link === undefined ? [] : [link],
      question: question ?? null,
      payment_method_id: null,
    },
  })
  play.orderId = placed.id
  play.projectId = placed.project_id
}

const chosenApplication = (play: Play) =>
  present(play.applications.get(play.deal.offers[0]?.by ?? ''), 'chosen application')

async function openCheckout(play: Play): Promise<void> {
  const body = { project_id: play.projectId, application_id: chosenApplication(play) }
  const { checkout_url } = await play.seller.call('payments.create', { body })
  play.checkout = present(checkout_url, 'page to pay on')
}

const pay = (play: Play, card?: string) => payCheckout(play.checkout, play.stage.visit, card)

async function say(play: Play, line: number): Promise<void> {
  const { id } = await play.seller.call('conversations.open', {
    body: { project_id: play.projectId, creator_id: chosenOf(play).userId },
  })
  const speaker = line % 2 === 0 ? play.seller : chosenOf(play)
  // Answering means having read.
  await speaker.call('messages.read', { params: { id } })
  const content = present(play.deal.talk?.[line], 'message')
  await speaker.call('messages.send', { params: { id }, body: { content } })
}

async function deliver(play: Play, piece: HandedIn): Promise<void> {
  const creator = chosenOf(play)
  const [bytes, type] =
    'video' in piece
      ? [await readFile(videoPath(piece.video, 'mp4')), 'video/mp4']
      : [await jpegPicture(piece.art), 'image/jpeg']
  const { file, notes } = piece
  const { id } = await creator.upload('deliverable-files', file, type, bytes, play.projectId)
  const params = { id: play.projectId }
  const { checks: asked } = await creator.call('checks.before', { params, query: { file: id } })
  const checks = asked.map(({ check_id, machine }) => ({
    check_id,
    ticked: machine === null,
    reason: machine === false ? 'As we agreed in our messages.' : null,
  }))
  const delivered = await creator.call('deliverables.submit', {
    params,
    body: { file_id: id, notes, post_url: null, checks },
  })
  play.deliverables.push(delivered.id)
}

const work = (play: Play, nth: number) => present(play.deal.work?.[nth], `work ${nth}`)
const delivered = (play: Play, nth: number) => ({
  params: { id: present(play.deliverables.at(nth), 'delivery') },
})

interface MoneyOf {
  id: string
  charge: string | null
  transfer: string | null
  refund: string | null
}
const reviewsOf = async (play: Play, reader: Session) =>
  present(
    (await reader.call('reputation.of_deal', { params: { id: play.projectId } })).reviews,
    'reviews of this deal',
  )
const saidOf = ({ deal }: Play) => present(REVIEWS[deal.title], 'words about this deal')

const moneyOf = ({ stage, projectId }: Play) =>
  oneRow<MoneyOf>(
    stage.pool,
    sql`select id, stripe_charge_id as charge, stripe_transfer_id as transfer, stripe_refund_id as refund
      from payments where project_id = ${projectId}`,
  )

/** The checkout session behind a page's address. */
const sessionOfPage = (play: Play) => present(play.checkout.split('/').at(-1), 'session')
const controls = (play: Play) => play.stage.sandbox.controls

function disputeOf(play: Play): NonNullable<MarketDeal['dispute']> {
  return present(play.deal.dispute, 'dispute')
}

/** Everything that happens in the demo's deals, by name; `nth` counts within a deal. */
export const ACTS = {
  draft: (play) => post(play, 'draft'),
  post: (play) => post(play, 'active'),
  invite: async (play) => {
    const { who, message } = present(play.deal.invite, 'invitation')
    await play.seller.call('invitations.send', {
      body: { project_id: play.projectId, creator_id: castOf(play, who).userId, message },
    })
  },
  apply: (play, nth) => apply(play, present(play.deal.offers[nth], 'offer')),
  bargain,
  /** The clock's move, at the moment it would have made it. */
  offer_expires: async ({ stage, projectId }) => {
    const { id } = await oneRow<{ id: string }>(
      stage.pool,
      sql`select offers.id from offers join applications on applications.id = application_id
        where project_id = ${projectId} and offers.status = 'open'`,
    )
    const expired = await inTransaction(stage.pool, (tx) => expireOffer(tx, id, stage.now()))
    present(expired, 'offer that has expired')
  },
  order,
  accept_order: async (play) => {
    await chosenOf(play).call('package_orders.accept', { params: { id: play.orderId } })
    const hired = await play.seller.call('applications.accepted', {
      params: { id: play.projectId },
    })
    const { by } = present(play.deal.offers[0], 'offer')
    play.applications.set(by, present(hired, 'accepted application').id)
  },
  decline_order: async (play) => {
    await chosenOf(play).call('package_orders.decline', { params: { id: play.orderId } })
  },
  /** The clock's move, at a moment when it is due. */
  order_lapses: async ({ stage }) => {
    const clock = present(orderClocks['orders that lapse'], 'clock of orders')
    const [lapse] = await clock(stage.deps, stage.now())
    await present(lapse, 'order that is due')()
  },
  accept: async (play) => {
    await play.seller.call('applications.accept', { params: { id: chosenApplication(play) } })
  },
  open_checkout: openCheckout,
  fund: async (play) => {
    await openCheckout(play)
    await pay(play)
  },
  fund_slowly: async (play) => {
    await openCheckout(play)
    await pay(play, DEMO_CARDS.slow)
  },
  bank_refuses: async (play) => {
    controls(play).settleSession(sessionOfPage(play), false)
  },
  /** The page is left open while the money of it is sent back by hand at the provider, before we hear of it. */
  fund_and_return_outside: async (play) => {
    await openCheckout(play)
    await pay(play)
    const charge = present(Object.keys(play.stage.sandbox.state.charges).at(-1), 'charge')
    await play.stage.refundAtProvider(charge)
  },
  /** Money that left without our knowledge is found within the hour. */
  hour_passes: (play) => play.stage.reconcile(),
  pay_late: (play) => pay(play),
  say,
  deliver: (play, nth) => deliver(play, work(play, nth)),
  revise: async (play) => {
    const reviewer_notes = present(play.deal.revision, 'revision')
    await play.seller.call('deliverables.request_revision', {
      ...delivered(play, 0),
      body: { reviewer_notes },
    })
  },
  approve: async (play) => {
    await play.seller.call('deliverables.approve', {
      ...delivered(play, -1),
      body: { release: false },
    })
  },
  approve_and_release: async (play) => {
    await play.seller.call('deliverables.approve', {
      ...delivered(play, -1),
      body: { release: true },
    })
  },
  give_back: async (play) => {
    const { id } = await moneyOf(play)
    await chosenOf(play).call('payments.refund', { body: { payment_id: id } })
  },
  cancel: async (play) => {
    await play.seller.call('projects.cancel', { params: { id: play.projectId } })
  },
  transfer_comes_back: async (play) => {
    controls(play).reverseTransfer(present((await moneyOf(play)).transfer, 'transfer'))
  },
  refund_comes_back: async (play) => {
    controls(play).settleRefund(present((await moneyOf(play)).refund, 'refund'), false)
  },
  bank_disputes: async (play) => {
    controls(play).openDispute(present((await moneyOf(play)).charge, 'charge'))
  },
  bank_keeps: async (play) => {
    const { charge } = await moneyOf(play)
    const disputes = Object.values(play.stage.sandbox.state.disputes)
    const own = present(
      disputes.find((dispute) => dispute.charge === charge),
      'bank dispute',
    )
    controls(play).closeDispute(own.id, 'lost')
  },
  open_dispute: async (play) => {
    const { by, reason, statement } = disputeOf(play)
    const { id } = await moneyOf(play)
    const opener = by === 'seller' ? play.seller : chosenOf(play)
    const opened = await opener.call('disputes.open', {
      params: { id },
      body: { reason, statement },
    })
    play.disputeId = opened.id
  },
  answer_dispute: async (play) => {
    const { by, answer } = disputeOf(play)
    const respondent = by === 'seller' ? chosenOf(play) : play.seller
    await respondent.call('disputes.state', {
      params: { id: play.disputeId },
      body: { statement: present(answer, 'answer') },
    })
  },
  decide: async (play) => {
    await play.operator.call('operator.decide_dispute', {
      params: { id: play.disputeId },
      body: present(disputeOf(play).decision, 'decision'),
    })
  },
  review_by_creator: async (play) => {
    const creator = chosenOf(play)
    const { mine } = await reviewsOf(play, creator)
    await creator.call('reputation.write', { params: { id: mine.id }, body: saidOf(play).creator })
  },
  review_by_brand: async (play) => {
    const { mine } = await reviewsOf(play, play.seller)
    await play.seller.call('reputation.write', {
      params: { id: mine.id },
      body: saidOf(play).brand,
    })
  },
  answer_review: async (play) => {
    const { by, body } = present(saidOf(play).answer, 'answer')
    const subject = by === 'brand' ? play.seller : chosenOf(play)
    const { theirs } = await reviewsOf(play, subject)
    await subject.call('reputation.answer', { params: { id: theirs.id }, body: { body } })
  },
  remove_review: async (play) => {
    const { theirs } = await reviewsOf(play, play.seller)
    const reason = present(saidOf(play).removed, 'reason')
    await play.operator.call('operator.hide_deal_review', {
      params: { id: theirs.id },
      body: { reason },
    })
  },
} as const satisfies Record<string, (play: Play, nth: number) => Promise<void>>

export type Act = keyof typeof ACTS
