import { STANDARD_TERMS } from '#contract/licence-rights.ts'
import type { MarketDeal } from './deal.ts'

/** Tidewell's projects. */
export const TIDEWELL_DEALS: readonly MarketDeal[] = [
  {
    title: 'Morning routine with the Tidewell serum',
    category: 'beauty',
    budget: 450,
    description:
      'One routine of forty-five seconds, no filters, showing the dropper and how the serum sits under sunscreen.',
    details: 'Serum, 30 ml. Please patch-test it first and tell us if it stings.',
    pictures: ['tidewell-serum'],
    posted: 156,
    took: 17,
    due: 26,
    offers: [
      {
        by: 'maya',
        price: 430,
        message: 'After coffee, before bread. My window has no ring light in it.',
      },
      { by: 'priya', price: 450, message: 'A quiet voice-over and the dropper in close-up.' },
    ],
    ends: 'paid',
    talk: ['Any sting?', 'None. It smells of low tide for three seconds, and I mean that kindly.'],
    work: [
      {
        art: 'v-serum',
        file: 'serum-morning.jpg',
        notes: 'Key frame; the film has forty-four seconds, no filter, no cut after the dropper.',
      },
    ],
  },
  {
    title: 'Reading the label of our night serum',
    category: 'beauty',
    budget: 600,
    description:
      'Ninety seconds in which you read our label aloud and say what each thing does. Criticism is welcome; claims are not.',
    pictures: ['tidewell-night'],
    posted: 139,
    took: 31,
    due: 40,
    // Ended two weeks ago.
    licence: { ...STANDARD_TERMS, scope: ['website', 'paid_ads'], term_months: 3 },
    offers: [
      {
        by: 'noor',
        price: 580,
        message: 'I will bring the pen. You may not like the fourth ingredient.',
      },
    ],
    ends: 'paid',
    talk: ['We can take the fourth ingredient.', 'Then it stays in the cut.'],
    work: [
      {
        art: 'c-noor-tube',
        file: 'label-night-serum.jpg',
        notes: 'Ninety-one seconds. I could not lose one.',
      },
    ],
    dispute: {
      by: 'seller',
      reason: 'not_as_agreed',
      statement:
        'The film is good, but it covers five of nine ingredients. The brief says each of them. We would accept paying for what is there.',
      answer:
        'Nine ingredients do not fit into ninety seconds at a human pace. I said so in my second message, and offered a second part. Paying for a part is fair to me, too.',
      decision: {
        outcome: 'split',
        returned_amount: 180,
        reason:
          'Both sides agree that the film is usable and that it covers a part of the label. A part of the price goes back, for the ingredients that are missing.',
      },
    },
  },
  {
    title: 'Six weeks with one jar',
    category: 'beauty',
    budget: 700,
    description:
      'The same cheek every Sunday for six weeks, same light, same distance. One film of a minute at the end. No promises, just the pictures.',
    details: 'Two jars of the rich cream.',
    pictures: ['tidewell-cream'],
    posted: 46,
    took: 44.9,
    due: 58,
    offers: [
      {
        by: 'noor',
        price: 680,
        message: 'I have a tripod mark on the floor from the last study. Sundays at nine.',
      },
      { by: 'lucia', price: 640, message: 'Happy to do it with honest notes every week.' },
    ],
    ends: 'revision',
    talk: [
      'Week one looks like a passport photo, and we love it.',
      'That is the idea. Nobody smiles in a study.',
    ],
    work: [
      {
        art: 'c-noor-jar',
        file: 'six-weeks-one-jar.jpg',
        notes: 'All six Sundays. Week four was cloudy, I left it in.',
      },
    ],
    revision:
      'Week four is so dark that people will think it got worse. Could you name the weather in the corner?',
    raises: {
      price: 760,
      rounds: 3,
      note: 'Naming the weather on six pictures is an evening. I would do it, and a third round with it, for eighty dollars.',
      paid: false,
    },
  },
  {
    title: 'Sunscreen, reapplied in real life',
    category: 'beauty',
    budget: 380,
    description:
      'Nobody reapplies. Show us one day on which you did: bus stop, bench, lunch. Three cuts of ten seconds.',
    pictures: ['tidewell-sun'],
    posted: 24,
    took: 22.9,
    due: 44,
    offers: [
      { by: 'priya', price: 370, message: 'Three reapplications, three places, one coat pocket.' },
      { by: 'hana', price: 380, message: 'I would do it on a walk through the garden center.' },
    ],
    ends: 'decision',
    talk: [
      'Bus stop first, please, that is the hook.',
      'Bus stop it is. It will rain, which makes it funnier.',
    ],
    work: [
      {
        art: 'c-priya-serum',
        file: 'reapplied-three-times.jpg',
        notes: 'Bus stop, bench, lunch. As discussed.',
      },
    ],
    dispute: {
      by: 'creator',
      reason: 'brief_changed',
      statement:
        'All three cuts were delivered as briefed. After that I was asked for a fourth place and a voice-over in Portuguese, for the same price. I am happy to quote for both, but this job is done.',
      answer:
        'We asked whether a fourth cut was possible, and should have said that it would be paid. The voice-over is in our notes of the first call, which is not in this chat. We leave it to you.',
    },
  },
  {
    title: 'Gift set, wrapped and given',
    category: 'beauty',
    budget: 320,
    description:
      'The gift set from wrapping paper to a real person opening it. Thirty seconds, one take if you can.',
    pictures: ['tidewell-set'],
    posted: 96,
    took: 33,
    due: 40,
    offers: [{ by: 'lucia', price: 310, message: 'My aunt has agreed to be surprised.' }],
    ends: 'bank_took',
    talk: ['Please thank your aunt.', 'She wants to know whether there is a cream for aunts.'],
  },
  {
    title: 'Lip balm in very cold air',
    category: 'beauty',
    budget: 240,
    description:
      'One balm, one cold room, breath visible. Two stills and a film of fifteen seconds. Mittens are allowed.',
    pictures: ['tidewell-balm'],
    posted: 3,
    took: 1.8,
    due: 25,
    offers: [
      {
        by: 'greta',
        price: 230,
        message: 'My grocer has a walk-in freezer and owes me a favor.',
      },
    ],
    bargains: [
      {
        about: 'greta',
        by: 'seller',
        price: 200,
        rounds: 1,
        note: 'Stills only, if the freezer is too loud for the film.',
        hours: 24,
        ends: 'expire',
      },
    ],
    ends: 'choosing',
  },
]
