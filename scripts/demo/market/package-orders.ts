import type { MarketDeal } from './deal.ts'
import { PACKAGES } from './packages.ts'

type Ordered = Pick<MarketDeal, 'posted' | 'took' | 'ends' | 'talk'> & {
  /** The creator who offers the package. */
  of: string
  title: string
  order: NonNullable<MarketDeal['order']>
}

/** The deal that results from ordering a package: its title and price are the package's, its creator is chosen. */
function ordered({ of, ...deal }: Ordered): MarketDeal {
  const offered = PACKAGES.find(({ by }) => by === of)?.packages
  const chosen = offered?.find(({ title }) => title === deal.title)
  if (chosen === undefined) throw new Error(`${of} does not offer “${deal.title}”`)
  const { price, days } = chosen
  return {
    ...deal,
    category: 'other',
    budget: price,
    description: deal.order.words,
    pictures: [],
    due: days,
    offers: [{ by: of, price, message: '' }],
  }
}

/** The packages that brands ordered: one waits for its creator, one became a deal, two came to nothing. */
export const PACKAGE_ORDERS: readonly { brand: string; deals: readonly MarketDeal[] }[] = [
  {
    brand: 'loam',
    deals: [
      ordered({
        of: 'hana',
        title: 'One room at seven in the morning',
        posted: 0.2,
        took: 0,
        ends: 'ordered',
        order: {
          words:
            'The olive tote on a hook by your door, before anyone is up. It should look as if it had hung there for years.',
          link: 'https://loam.example/olive-tote',
          question: 'Do you have a hook that holds four pounds, or shall we send one?',
          addOns: ['evening'],
        },
      }),
    ],
  },
  {
    brand: 'northlight',
    deals: [
      ordered({
        of: 'rui',
        title: 'Measured first, then heard',
        posted: 6,
        took: 2,
        ends: 'work',
        order: {
          words:
            'The travel speaker, at one meter and at three. If the low end disappears, show where it goes.',
          link: 'https://northlight.example/travel',
          addOns: ['second-room'],
          answer: 'accept',
        },
        talk: [
          'It left Minneapolis this morning, screwdriver included.',
          'Then I will open it before I measure it. And after.',
        ],
      }),
    ],
  },
  {
    brand: 'fennel',
    deals: [
      ordered({
        of: 'sam',
        title: 'Your parcel, opened once',
        posted: 34,
        took: 2.4,
        ends: 'cancelled',
        order: {
          words:
            'Our holiday box: four bags, one mug, a lot of paper. We want to hear the tape before the coffee.',
          addOns: [],
          answer: 'lapse',
        },
      }),
    ],
  },
  {
    brand: 'kestrel',
    deals: [
      ordered({
        of: 'wes',
        title: 'A brew guide without a jump cut',
        posted: 61,
        took: 0.8,
        ends: 'cancelled',
        order: {
          words:
            'Coffee made on a train table, with our carry-on in the seat beside you. One take from Seattle to Tacoma.',
          question: 'Would the dog come along?',
          addOns: [],
          answer: 'decline',
        },
      }),
    ],
  },
]
