import type { MarketDeal } from './deal.ts'

/** Northlight Audio's projects. */
export const NORTHLIGHT_DEALS: readonly MarketDeal[] = [
  {
    title: 'Desk setup for the H2 headphones',
    category: 'tech',
    budget: 2_400,
    description:
      'A calm, honest setup film. We want to see the headphones in use for a full working day, cable and all.',
    details: 'H2 in sand. The ear pads come off: please show it.',
    pictures: ['northlight-h2'],
    posted: 322,
    took: 27,
    due: 38,
    offers: [
      {
        by: 'jonas',
        price: 2_350,
        message: 'One desk, one day, one microphone where your head would be.',
      },
    ],
    ends: 'paid',
    talk: [
      'We have never seen the cable filmed so lovingly.',
      'It deserves it. Final mix tomorrow.',
    ],
    work: [
      {
        video: 'headphones',
        file: 'h2-one-day.mp4',
        notes: 'The short cut. In the long one, which is in our chat, the pads come off at 2:10.',
        aiParts: ['voice'],
      },
    ],
  },
  {
    title: 'A pair of speakers, measured at home',
    category: 'tech',
    budget: 380,
    description:
      'Measure our small pair in an untreated room and show the curve. If the bass is a lie, say so. Ninety seconds.',
    pictures: ['northlight-pair'],
    posted: 72,
    took: 57,
    due: 40,
    offers: [
      {
        by: 'rui',
        price: 360,
        message: 'Untreated room, treated engineer. I will publish the curve either way.',
      },
      { by: 'jonas', price: 380, message: 'I would film the cones in slow motion against felt.' },
    ],
    ends: 'paid_disputed',
    talk: ['Is the bass a lie?', 'It is optimistic. You will be fine.'],
    work: [
      {
        art: 'c-rui-speaker',
        file: 'pair-measured.jpg',
        notes: 'With the curve. Minus three at 52 hertz, honestly good.',
      },
    ],
  },
  {
    title: 'First hour with a wireless controller',
    category: 'gaming',
    budget: 640,
    description:
      'Play anything you like. Tell people how the sticks feel and where it falls short.',
    pictures: ['northlight-pad'],
    posted: 9,
    took: 7.6,
    due: 30,
    offers: [
      {
        by: 'wes',
        price: 610,
        message: 'After closing time, with the dog asleep. I drift-test sticks with a spoon.',
      },
      {
        by: 'rui',
        price: 640,
        message: 'I would record the clicks and compare them with the old one.',
      },
    ],
    ends: 'failed',
  },
  {
    title: 'The shelf speaker and a dying plant',
    category: 'home',
    budget: 350,
    description:
      'A corner of your home that was silent so far. Before, after, and what you listen to there. Stills or film.',
    pictures: ['northlight-shelf'],
    posted: 18,
    took: 17.5,
    due: 33,
    offers: [
      {
        by: 'jonas',
        price: 340,
        message: 'My plant has been dying for months. It would be an honor.',
      },
      { by: 'hana', price: 350, message: 'I have a corner between two doors that nothing suits.' },
    ],
    ends: 'review',
    talk: ['The plant must survive the film.', 'No promises.'],
    raises: {
      price: 400,
      note: 'The corner looks so good that I would add two stills, for sixty dollars.',
      paid: true,
    },
    work: [
      {
        art: 'v-speaker',
        file: 'silent-corner-film.jpg',
        notes: 'First cut, as a key frame. The plant is at 0:20, looking brave.',
      },
      {
        art: 'v-plant',
        file: 'silent-corner-film-v2.jpg',
        notes:
          'Please look at this one instead: the music covered the speaker. Two stills of the corner are with it.',
        more: [
          { art: 'northlight-shelf', file: 'corner-before.jpg' },
          { art: 'v-speaker', file: 'corner-after.jpg' },
        ],
      },
    ],
  },
  {
    title: 'Headphones on a night train',
    category: 'travel',
    budget: 560,
    description:
      'Our travel model between two cities, at night, with the noise left in. One film of forty seconds.',
    pictures: ['northlight-travel'],
    posted: 61,
    took: 40,
    due: 45,
    offers: [
      {
        by: 'teo',
        price: 540,
        message: 'The Empire Builder leaves Chicago at three. By Wisconsin it is dark.',
      },
    ],
    ends: 'cancelled_held',
    talk: [
      'Is the sleeper still running next month?',
      'It is cancelled for the whole month. I am sending the money back, ask me again when it runs.',
    ],
  },
  {
    title: 'The smallest speaker, lost and found',
    category: 'tech',
    budget: 300,
    description:
      'It is so small that we lose it ourselves. Hide it, find it by ear, thirty seconds. Children and pets welcome.',
    pictures: ['northlight-mini'],
    posted: 1.6,
    took: 0.5,
    due: 24,
    offers: [],
    invite: {
      who: 'amara',
      message: 'We hear that yours find everything. Would they look for our speaker?',
    },
    ends: 'open',
  },
]
