import { expect, test } from 'vitest'
import type { Payment } from '#contract/payment-schemas.ts'
import { SHIPMENT_STATUSES } from '#contract/shipping.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { drawn } from '#web/testing/drawn.tsx'
import { ShipmentCard } from './ShipmentCard.tsx'
import { shipmentCardWords } from './shipment-card-words.ts'

const shipment = (status: (typeof SHIPMENT_STATUSES)[number]) => ({
  project_id: 'p',
  status,
  product: 'The new teapot',
  value: 48,
  days: 10,
  posted: true,
  carrier: null,
  number: null,
  link: null,
  problem: status === 'problem' ? ('damaged' as const) : null,
  problem_words: null,
  since: null,
  shipped_at: null,
  received_at: null,
})

const cardOf = (
  status: (typeof SHIPMENT_STATUSES)[number],
  reader: 'seller' | 'creator',
  place: 'main' | 'rail',
  {
    plannable = false,
    posted = true,
    payment = null,
  }: { plannable?: boolean; posted?: boolean; payment?: Partial<Payment> | null } = {},
) =>
  drawn(
    <ShipmentCard
      projectId="p"
      reader={reader}
      otherName="Maya"
      place={place}
      plannable={plannable}
      running
    />,
    (cache) => {
      cache.setQueryData(apiQuery('shipping.get', { params: { id: 'p' } }).queryKey, {
        shipment: { ...shipment(status), posted },
      })
      if (payment !== null)
        cache.setQueryData(
          apiQuery('payments.for_project', { params: { id: 'p' } }).queryKey,
          payment as Payment,
        )
    },
  )

test('the product is sent until the money is back on the card: a return on its way may fail', () => {
  const ship = (payment: Partial<Payment>) =>
    cardOf('to_ship', 'seller', 'main', { payment }).includes(shipmentCardWords.ship)
  expect(ship({ status: 'held_in_escrow', moving: 'refund' })).toBe(true)
  expect(ship({ status: 'refunded', moving: null })).toBe(false)
  // The rest that an extra holds after the deal's own payment went back.
  expect(ship({ status: 'held_in_escrow', moving: null, is_rest: true })).toBe(false)
})

test('shipment actions are never primary buttons, which are reserved for the work and the money', () => {
  const problem = cardOf('problem', 'seller', 'main')
  expect(problem).toContain(shipmentCardWords.shipAgain)
  expect(cardOf('shipped', 'creator', 'main')).toContain(shipmentCardWords.arrived)
  const planned = cardOf('planned', 'seller', 'rail', { plannable: true })
  expect(planned).toContain(`>${shipmentCardWords.takeBack}<`)
  const cards = SHIPMENT_STATUSES.flatMap((status) =>
    (['seller', 'creator'] as const).flatMap((reader) =>
      (['main', 'rail'] as const).flatMap((place) =>
        [{ plannable: false }, { plannable: true }, { plannable: true, posted: false }].map((how) =>
          cardOf(status, reader, place, how),
        ),
      ),
    ),
  )
  expect(cards.filter((html) => /class="[^"]*primary/.test(html))).toEqual([])
  expect(cards.some((html) => /class="[^"]*tonal/.test(html))).toBe(true)
})
