import { STANDARD_TERMS } from '#contract/licence-rights.ts'
import type { MarketDeal } from './deal.ts'

/** The projects of Harrow & Pine over the year, besides those of every demo. */
export const HARROW_DEALS: readonly MarketDeal[] = [
  {
    title: 'One table, filmed twice',
    category: 'home',
    budget: 420,
    description:
      'One table: set for two in daylight, cleared by candlelight. A film of thirty seconds for each. The dark glaze must stay readable.',
    details: 'Two mugs, one bowl and two candle holders in the dark glaze. You keep them.',
    pictures: ['harrow-winter'],
    posted: 348,
    took: 21,
    due: 30,
    offers: [
      {
        by: 'maya',
        price: 400,
        message: 'My table faces north, and after four that is all the drama you need.',
      },
    ],
    ends: 'paid',
    talk: [
      'Parcel is packed. Anything we should know about your kitchen light?',
      'It is best from ten to noon. I will do the daylight film first.',
      'Perfect. Please keep the spoon out of the bowl, it rings.',
    ],
    work: [
      {
        video: 'candlelight',
        file: 'table-by-candle.mp4',
        notes: 'The candle film; the daylight one is in our chat.',
      },
    ],
  },
  {
    title: 'Where does a planter live?',
    category: 'home',
    budget: 360,
    description:
      'Our new planter in three places of a small flat. Six stills, one of them with the plant being watered. No jungle, please: one plant.',
    pictures: ['harrow-planter'],
    posted: 252,
    took: 19,
    due: 28,
    offers: [
      {
        by: 'hana',
        price: 345,
        message: 'Window sill, shelf, floor. I would water it on the floor.',
      },
      {
        by: 'maya',
        price: 360,
        message: 'I have one plant, and it is alive. Kitchen only, though.',
      },
    ],
    ends: 'paid',
    talk: ['Clay or sage?', 'Sage on the sill, clay on the floor.'],
    work: [
      { art: 'c-hana-plants', file: 'planter-sill.jpg', notes: 'First three, by the window.' },
      {
        art: 'v-plant',
        file: 'planter-floor.jpg',
        notes: 'Re-shot with the pot turned, as asked.',
      },
    ],
    revision: 'Lovely. Could the seam of the pot face the wall in the floor pictures?',
  },
  {
    title: 'Does the box survive the porch?',
    category: 'other',
    budget: 200,
    description:
      'A sober unboxing of our shipping carton after three days on the road. Tell us what rattled.',
    pictures: ['s-parcel'],
    posted: 176,
    took: 12,
    due: 25,
    offers: [{ by: 'sam', price: 190, message: 'I have a porch, a cat and a slow-motion camera.' }],
    ends: 'returned',
    talk: [
      'Box number two is on its way, the first went to the wrong Columbus.',
      'Still nothing here, and I am travelling from Monday. I would rather send the money back than rush it.',
    ],
  },
  {
    title: 'Breakfast bowls, three mornings',
    category: 'food',
    budget: 480,
    description:
      'The wide bowl on three different mornings: porridge, fruit, leftovers. Three short vertical films, natural sound.',
    details: 'Two bowls in sage with a cream rim.',
    pictures: ['harrow-bowl'],
    posted: 91,
    took: 16,
    due: 24,
    // Ends in two weeks: the brand is reminded and can extend it.
    licence: {
      ...STANDARD_TERMS,
      scope: ['social', 'paid_ads'],
      term_months: 3,
      extend_months: 3,
      extend_cents: 9_000,
    },
    offers: [
      {
        by: 'maya',
        price: 465.5,
        message:
          'Porridge on a rainy day, fruit on a bright one, and you do not want to know the third.',
      },
      { by: 'amara', price: 440, message: 'Mine would be eaten by children, at speed.' },
    ],
    ends: 'paid',
    talk: ['Leftovers it is. Surprise us.', 'Cold dumplings. You were warned.'],
    work: [
      {
        video: 'warm-bowl',
        file: 'three-mornings.mp4',
        notes: 'All three, in the order of the weather.',
      },
    ],
  },
]
