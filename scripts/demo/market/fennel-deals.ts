import type { MarketDeal } from './deal.ts'

/** Fennel Street Coffee's projects. */
export const FENNEL_DEALS: readonly MarketDeal[] = [
  {
    title: 'One bag, four recipes',
    category: 'food',
    budget: 520,
    description:
      'Four recipes from one bag of our house roast. Keep each under thirty seconds and write the ratio on the screen.',
    details: 'Two bags of house roast, ground or whole as you like.',
    pictures: ['fennel-bag'],
    posted: 271,
    took: 22,
    due: 35,
    offers: [
      {
        by: 'maya',
        price: 500,
        message: 'Pour-over, moka, French press, and the one my grandmother makes in a pan.',
      },
    ],
    ends: 'paid',
    talk: [
      'The pan recipe is the reason we picked you.',
      'She will be insufferable. Beans arrived, they smell of plums.',
    ],
    work: [
      {
        art: 'c-maya-coffee',
        file: 'four-recipes-v1.jpg',
        notes: 'The key frame of all four, ratios top left.',
      },
      {
        video: 'coffee-bag',
        file: 'four-recipes-v2.mp4',
        notes: 'Ratios larger, and on for two seconds more.',
      },
    ],
    revision: 'The ratios vanish too quickly on a phone. Two more seconds, and larger?',
  },
  {
    title: 'Cold brew on a fire escape',
    category: 'food',
    budget: 280,
    description:
      'Twenty seconds of our cold brew where people really drink it. A balcony or a stoop is fine, too.',
    pictures: ['fennel-cold', 'fennel-iced'],
    posted: 6,
    took: 4,
    due: 34,
    offers: [
      {
        by: 'wes',
        price: 260,
        message: 'I have the fire escape and the ice. Crema may walk through the frame.',
      },
      { by: 'teo', price: 280, message: 'From the train window to the bottle, one take.' },
      { by: 'amara', price: 240, message: 'Stoop, chalk, two glasses, and one of them is milk.' },
    ],
    bargains: [
      {
        about: 'teo',
        by: 'seller',
        price: 250,
        rounds: 1,
        note: 'One take leaves little to revise.',
        ends: 'decline',
      },
      {
        about: 'amara',
        by: 'seller',
        price: 220,
        rounds: 2,
        note: 'Without the milk we could do this.',
        ends: 'withdraw',
      },
      {
        about: 'wes',
        by: 'seller',
        price: 230,
        rounds: 1,
        note: 'The stoop alone would be enough for us.',
      },
      {
        about: 'wes',
        by: 'creator',
        price: 250,
        rounds: 1,
        note: 'The fire escape is the good part. I would keep it, with one round.',
        hours: 336,
      },
    ],
    ends: 'choosing',
  },
  {
    title: 'Decaf that nobody apologizes for',
    category: 'food',
    budget: 340,
    description:
      'We sell more decaf than anyone believes. A calm piece to camera of up to a minute: when do you drink it, and why?',
    pictures: ['fennel-decaf'],
    posted: 2,
    took: 0.4,
    due: 27,
    offers: [],
    invite: {
      who: 'noor',
      message: 'A pharmacist on decaf is exactly the voice we would like to hear.',
    },
    ends: 'open',
  },
  {
    title: 'The new mug behind a real bar',
    category: 'food',
    budget: 390,
    description:
      'Our first own mug on a working counter, from opening to the rush. Two reels of thirty seconds, no music.',
    details: 'Four mugs in white and olive. They stack, and we would like to see that.',
    pictures: ['fennel-mug'],
    posted: 13,
    took: 12.4,
    ships: {
      product: 'Bar mug, four of them',
      value: 72,
      days: 7,
      parcel: {
        carrier: 'USPS',
        number: '9400 1000 0000 0000 0000 00',
        link: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
      },
    },
    due: 29,
    offers: [
      {
        by: 'wes',
        price: 380,
        message: 'I open at six on weekdays. You get the first pour and the first queue.',
      },
      {
        by: 'jonas',
        price: 420,
        message: 'I could build a bar of plywood and light it like a dream.',
      },
    ],
    ends: 'work',
    talk: [
      'A real bar beats plywood. Mugs left this morning.',
      'They are here and they stack! Filming on Thursday, before the delivery comes.',
      'Thursday is good. The olive side to camera, please.',
    ],
    lowers: {
      price: 240,
      pieces: 1,
      note: 'The bar is closed for repairs from Friday, so I can film one reel and not two.',
    },
  },
  {
    title: 'Four origins, one evening',
    category: 'lifestyle',
    budget: 450,
    description:
      'Our sampler with four origins, tasted at home in one evening. Four stills and one film of forty seconds; the order of tasting must be visible.',
    details: 'Sampler box with four bags of 60 grams.',
    pictures: ['fennel-sampler'],
    posted: 27,
    took: 25.6,
    due: 45,
    offers: [
      {
        by: 'greta',
        price: 430,
        message: 'Four cups, four candles, and rain on the window if it comes in time.',
      },
      { by: 'wes', price: 450, message: 'I would do it as a proper cupping, spoons and all.' },
    ],
    ends: 'answer',
    talk: ['Rain would be wonderful, no rain is fine.', 'It is raining as I write.'],
    work: [
      {
        art: 'c-greta-candle',
        file: 'four-origins-evening.jpg',
        notes:
          'The four stills, and the film is behind the link. I changed the order: dark first felt right.',
      },
    ],
    dispute: {
      by: 'seller',
      reason: 'not_as_agreed',
      statement:
        'The brief asks for the order of tasting to be visible. In the film two bags are never shown, and the order was changed without asking. We asked for a new cut in the chat and were told it stays.',
    },
  },
  {
    title: 'Latte art for people who cannot',
    category: 'food',
    budget: 220,
    description:
      'A kind, funny reel about failing at latte art with our beans. We decided to film this one in-house after all.',
    pictures: ['s-coffee'],
    posted: 2.1,
    took: 2,
    due: 21,
    offers: [{ by: 'sam', price: 200, message: 'I have never made anything but a blob. Ideal.' }],
    ends: 'cancelled_paying',
  },
]
