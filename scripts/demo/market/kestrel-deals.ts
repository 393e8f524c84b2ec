import type { MarketDeal } from './deal.ts'

/** Kestrel Luggage's projects. */
export const KESTREL_DEALS: readonly MarketDeal[] = [
  {
    title: '48 hours with a Kestrel carry-on',
    category: 'travel',
    budget: 3_400,
    description:
      'Pack, train, hotel, home. We cover the ticket up to $150.00 on top of your price.',
    details: 'Carry-on in navy, and a spare wheel. Please change the wheel on camera.',
    pictures: ['kestrel-carry'],
    posted: 233,
    took: 24,
    due: 36,
    offers: [
      {
        by: 'teo',
        price: 3_250,
        message: 'St. Louis and back. I will change the wheel on the platform.',
      },
      { by: 'lucia', price: 3_400, message: 'A wedding weekend in Marfa, two outfits, one bag.' },
    ],
    ends: 'paid',
    talk: [
      'The platform is brave. Bring the small screwdriver.',
      'Wheel changed in four minutes, train missed by one. It is in the film.',
      'Best minute of the whole thing.',
    ],
    work: [
      {
        art: 'c-teo-case',
        file: 'st-louis-v1.jpg',
        notes: 'Storyboard of the full film, with the missed train.',
      },
      { art: 'v-case', file: 'st-louis-v2.jpg', notes: 'Shorter hotel, longer platform.' },
    ],
    revision: 'We could lose half of the hotel and keep every second of the platform.',
  },
  {
    title: 'Packing for a wet weekend',
    category: 'travel',
    budget: 480,
    description: 'The weekend bag from above, packed for rain, in under forty seconds. Shoes last.',
    pictures: ['kestrel-weekend'],
    posted: 35,
    took: 32,
    due: 48,
    offers: [
      {
        by: 'teo',
        price: 470,
        message: 'Shoes last is the only right opinion. Overhead rig is up.',
      },
    ],
    ends: 'held_again',
    talk: ['Umbrella inside or outside?', 'Inside. Outside is for optimists.'],
    work: [{ art: 'v-case', file: 'wet-weekend.jpg', notes: 'Thirty-eight seconds, shoes last.' }],
  },
  {
    title: 'A bottle that fits the side pocket',
    category: 'fitness',
    budget: 240,
    description:
      'Photo carousel, six frames, shot in a real gym rather than a studio. The pocket must be seen.',
    pictures: ['kestrel-bottle'],
    posted: 26,
    took: 22,
    due: 42,
    offers: [
      { by: 'dele', price: 220, message: 'Chalk on the bottle is unavoidable. Is that fine?' },
    ],
    ends: 'bank_frozen',
    talk: ['Chalk is the point.', 'Good. Saturday, before the crowd.'],
  },
  {
    title: 'Two suitcases, packed by children',
    category: 'travel',
    budget: 260,
    description:
      'Our small cases, packed by their owners without help. What is in them, and what is missing? One minute.',
    pictures: ['kestrel-kids'],
    posted: 118,
    took: 62,
    due: 30,
    offers: [{ by: 'amara', price: 240, message: 'Forecast: eleven plush animals, no socks.' }],
    ends: 'paid_bank_lost',
    talk: ['Please do not help them.', 'I was not allowed into the room.'],
    work: [
      {
        art: 'c-amara-case',
        file: 'packed-by-children.jpg',
        notes: 'Fourteen animals. I was wrong about the socks, there was one.',
      },
    ],
  },
  {
    title: 'Which case for which trip?',
    category: 'travel',
    budget: 430,
    description:
      'Sand or coral, large or small: a friendly guide of forty seconds for people who cannot decide.',
    pictures: ['kestrel-sand'],
    posted: 10,
    took: 7.8,
    due: 33,
    offers: [
      {
        by: 'hana',
        price: 420,
        message: 'I would stand them in a small hallway, where the answer is obvious.',
      },
      { by: 'teo', price: 430, message: 'One trip for each, thirty seconds of rails between.' },
    ],
    ends: 'turned_away',
  },
  {
    title: 'Sunglasses for the window seat',
    category: 'travel',
    budget: 350,
    description:
      'We made sunglasses. Show them where they belong: window seat, low sun, nobody posing. Three stills.',
    pictures: ['kestrel-shades'],
    posted: 5,
    took: 4.95,
    due: 28,
    offers: [
      { by: 'dele', price: 330, message: 'I fly to a meet on Friday, window seat booked already.' },
      { by: 'teo', price: 340, message: 'Sun side, second carriage, eight in the morning.' },
    ],
    ends: 'paying',
  },
]
