import { DEMO_CARDS, payCheckout } from '#scripts/demo/provider-pages.ts'
import { type Acts, chosenApplication, chosenOf, moneyOf, type Play, present } from './play.ts'

/** The checkout page of a deal's own payment, or of what a change adds to it. */
async function openCheckout(play: Play, amendmentId?: string): Promise<void> {
  const body = {
    project_id: play.projectId,
    application_id: chosenApplication(play),
    ...(amendmentId === undefined ? {} : { amendment_id: amendmentId }),
  }
  const { checkout_url } = await play.seller.call('payments.create', { body })
  play.checkout = present(checkout_url, 'page to pay on')
}

const pay = (play: Play, card?: string) => payCheckout(play.checkout, play.stage.visit, card)

/** Returns the checkout session behind a page's address. */
const sessionOfPage = (play: Play) => present(play.checkout.split('/').at(-1), 'session')
const controls = (play: Play) => play.stage.sandbox.controls

/** The steps of a deal's money, in the product and at the provider. */
export const MONEY_ACTS = {
  open_checkout: (play) => openCheckout(play),
  /** The brand pays the amount that both agreed to add. */
  pay_raise: async (play) => {
    const params = { id: play.projectId }
    const { amendments } = await play.seller.call('amendments.list', { params })
    const due = amendments.find(({ status }) => status === 'unpaid')
    await openCheckout(play, present(due, 'change to pay').id)
    await pay(play)
  },
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
  /** The page is left open while its money is sent back by hand at the provider, before the product hears of it. */
  fund_and_return_outside: async (play) => {
    await openCheckout(play)
    await pay(play)
    const charge = present(Object.keys(play.stage.sandbox.state.charges).at(-1), 'charge')
    await play.stage.refundAtProvider(charge)
  },
  /** Money that left without the product's knowledge is found within the hour. */
  hour_passes: (play) => play.stage.reconcile(),
  pay_late: (play) => pay(play),
  give_back: async (play) => {
    const { id } = await moneyOf(play)
    await chosenOf(play).call('payments.refund', { body: { payment_id: id } })
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
} as const satisfies Acts
