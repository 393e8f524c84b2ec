import type { MarketDeal } from './deal.ts'

/** Loam's projects. */
export const LOAM_DEALS: readonly MarketDeal[] = [
  {
    title: 'One tote, five outfits',
    category: 'fashion',
    budget: 380,
    description:
      'A single transition video. The bag must be readable in every outfit, daylight only.',
    details: 'The big tote in ink, and a spare.',
    pictures: ['loam-tote-ink'],
    posted: 202,
    took: 18,
    due: 27,
    offers: [
      {
        by: 'lucia',
        price: 370,
        message: 'Five cuts is my middle name. Rooftop, two in the afternoon.',
      },
      { by: 'maya', price: 380, message: 'All five outfits would be aprons, I am afraid.' },
    ],
    ends: 'paid',
    talk: ['Rooftop is perfect. Wind?', 'Plenty. The bag behaves better than my hair.'],
    work: [
      {
        art: 'c-lucia-tote',
        file: 'five-outfits.jpg',
        notes: 'Outfit three is on the beat, finally.',
      },
    ],
  },
  {
    title: 'Plain shoes after two hundred miles',
    category: 'fashion',
    budget: 520,
    description:
      'We send new ones; you walk. A film of forty-five seconds about how they look afterwards, next to a fresh pair.',
    pictures: ['loam-runner'],
    posted: 11,
    took: 10.3,
    due: 90,
    offers: [
      {
        by: 'lucia',
        price: 500,
        message: 'I walk to work and back, so you will have it in twelve weeks.',
      },
      { by: 'dele', price: 480, message: 'Mine would do sled pushes, if that counts as miles.' },
    ],
    bargains: [
      {
        about: 'lucia',
        by: 'seller',
        price: 470,
        rounds: 1,
        note: 'You keep the shoes, and one round is enough.',
        ends: 'accept',
      },
    ],
    ends: 'unfunded',
    talk: [
      'Settled, then. The shoes leave as soon as the project is funded.',
      'Wonderful. You could also send it to my PayPal, then we both save the fee.',
      'We would rather keep it here: the money waits for you, and we see the film first.',
    ],
  },
  {
    title: 'The clay tote goes to the library',
    category: 'lifestyle',
    budget: 260,
    description:
      'Books in, books out. Four stills of the clay tote doing the job it was made for, weather included.',
    pictures: ['loam-clay'],
    posted: 29,
    took: 28.2,
    due: 40,
    offers: [
      { by: 'greta', price: 250, message: 'Our library has a staircase made for this bag.' },
    ],
    ends: 'approved',
    talk: ['How many books does it hold?', 'Nineteen. The librarian counted.'],
    work: [
      {
        art: 'c-greta-tote',
        file: 'library-steps.jpg',
        notes: 'Four stills, nineteen books, one librarian.',
        more: [
          { art: 'v-tote', file: 'library-shelf.jpg' },
          { art: 'loam-clay', file: 'clay-tote-alone.jpg' },
          { art: 's-tote', file: 'clay-tote-in-rain.jpg' },
        ],
      },
    ],
  },
  {
    title: 'Market bag for a Sunday reel',
    category: 'fashion',
    budget: 180,
    description: 'A quick reel for the weekend market. We moved the launch by half a year.',
    pictures: ['loam-market'],
    posted: 53,
    took: 2.2,
    due: 21,
    offers: [{ by: 'sam', price: 170, message: 'I know a market where nobody minds a camera.' }],
    ends: 'cancelled_late',
  },
  {
    title: 'Olive canvas in the school run',
    category: 'other',
    budget: 410,
    description:
      'The olive tote on a weekday morning: lunch boxes, rain coats, the forgotten recorder. One film of a minute.',
    pictures: ['loam-olive'],
    posted: 125,
    took: 28,
    due: 30,
    offers: [
      {
        by: 'amara',
        price: 400,
        message: 'The recorder is always forgotten. I can film that on any day.',
      },
    ],
    ends: 'returned',
    talk: ['We need it for the first week of school.', 'You will have it that Monday.'],
    work: [
      {
        art: 'c-amara-case',
        file: 'school-run.jpg',
        notes: 'It became about the suitcase more than the tote, sorry.',
      },
    ],
    dispute: {
      by: 'seller',
      reason: 'not_as_agreed',
      statement:
        'The tote is in the picture for four seconds of sixty. We cannot use it, and the week it was for is over.',
      answer:
        'That is true. The morning went another way, and I should have said so before I delivered.',
      decision: {
        outcome: 'refund',
        reason:
          'Both sides agree that the product is hardly shown and that the date it was made for has passed. All of it goes back.',
      },
    },
  },
]
