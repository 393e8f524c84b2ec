import { randomUUID } from 'node:crypto'
import { packageTotals } from '#contract/packages.ts'
import { picture } from '#scripts/demo/pictures.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { expireOffer } from '#server/offers/record/offer-moves.ts'
import { orderClocks } from '#server/orders/order-clock.ts'
import type { MarketDeal } from './deal.ts'
import { marketBrief } from './market-briefs.ts'
import {
  type Acts,
  castOf,
  chosenApplication,
  chosenOf,
  deadlineOf,
  type Play,
  present,
} from './play.ts'

async function post(play: Play, status: 'draft' | 'active'): Promise<void> {
  const { deal, seller } = play
  const product_images = await Promise.all(
    deal.pictures.map(async (name) => {
      const bytes = await picture(name)
      return (await seller.upload('product-images', `${name}.webp`, 'image/webp', bytes)).url
    }),
  )
  const { title, category, description, budget } = deal
  const { id } = await seller.call('projects.create', {
    body: {
      title,
      category,
      description,
      product_details: deal.details ?? null,
      budget,
      deadline: deadlineOf(play),
      product_images,
      status,
      brief: marketBrief(title),
      licence: deal.licence ?? null,
    },
  })
  play.projectId = id
  if (deal.ships === undefined) return
  const { product, value, days = null } = deal.ships
  await seller.call('shipping.plan', { params: { id }, body: { product, value, days } })
}

/** The chosen creator gives an address for the product, and the brand ships it. */
async function sendProduct(play: Play): Promise<void> {
  const { parcel } = play.deal.ships ?? {}
  if (parcel === undefined) return
  const params = { id: play.projectId }
  await chosenOf(play).call('shipping.give_address', { params, body: DEMO_ADDRESS })
  await play.seller.call('shipping.ship', { params, body: parcel })
}

/** A street that does not exist. */
const DEMO_ADDRESS = {
  name: 'Wes Tanaka',
  line1: '212 Juniper Walk',
  line2: 'Ring twice',
  city: 'Portland',
  region: 'Oregon',
  postal_code: '97299',
  country: 'United States',
  phone: null,
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

/** From the posting, or the order of a package, to the hired creator. */
export const HIRING_ACTS = {
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
  /** A clock job's move, at the moment the job would have made it. */
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
  /** A clock job's move, at a moment when it is due. */
  order_lapses: async ({ stage }) => {
    const clock = present(orderClocks['orders that lapse'], 'clock of orders')
    const [lapse] = await clock(stage.deps, stage.now())
    await present(lapse, 'order that is due')()
  },
  accept: async (play) => {
    await play.seller.call('applications.accept', { params: { id: chosenApplication(play) } })
    await sendProduct(play)
  },
  cancel: async (play) => {
    await play.seller.call('projects.cancel', { params: { id: play.projectId } })
  },
} as const satisfies Acts
