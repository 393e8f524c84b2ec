import type { Category } from '#contract/projects.ts'

/** The people and projects a fresh copy starts with: one brand, four creators, a project in each state. */

/** The password of everyone. Only ever set on a machine that uses its own sandboxes. */
export const DEMO_PASSWORD = 'cartwright-demo'

export interface DemoPerson {
  key: string
  role: 'seller' | 'creator'
  name: string
  email: string
  picture: string
  profile: Record<string, unknown>
  /** Pieces of the portfolio, the cover first. */
  portfolio?: readonly DemoPiece[]
}

/** A drawing or a video that the creator uploads, or an address: a drawing on the site, or a page elsewhere. */
export type DemoPiece = ({ drawing: string } | { video: string } | { url: string }) & {
  caption?: string
}

export const ELLEN: DemoPerson = {
  key: 'ellen',
  role: 'seller',
  name: 'Ellen Harrow',
  email: 'ellen@harrowandpine.example',
  picture: 'b-harrow',
  profile: {
    company_name: 'Harrow & Pine',
    industry: 'Home',
    website: 'https://harrowandpine.example',
    brand_description:
      'A two-person stoneware studio in Grand Rapids. We throw, glaze and fire everything ourselves, and we like to see it used.',
  },
}

export const CREATORS: DemoPerson[] = [
  {
    key: 'maya',
    role: 'creator',
    name: 'Maya Okafor',
    email: 'maya@creators.example',
    picture: 'p-maya',
    profile: {
      bio: 'I film slow mornings in a north-facing kitchen: coffee, bread, and whatever is in the cup. Natural light and natural sound.',
      niches: ['Home & Decor', 'Food', 'Lifestyle', 'Art'],
      rates: { 'Unboxing reel': 180, 'Product stills (set of 4)': 240 },
      social_links: {
        instagram: 'https://instagram.com/maya.first.cup',
        tiktok: 'https://tiktok.com/@maya.first.cup',
      },
    },
    portfolio: [
      { drawing: 'c-maya-mug', caption: 'The first cup, 7 in the morning' },
      { drawing: 'v-stack', caption: 'Two mugs for Harrow & Pine' },
      { drawing: 'c-maya-coffee', caption: 'A bag of coffee, opened on camera' },
      { url: '/art/c-maya-bowl.svg' },
      { url: '/art/v-mugs.svg' },
      { url: 'https://maya-okafor.example/bread-week', caption: 'Bread week' },
    ],
  },
  {
    key: 'jonas',
    role: 'creator',
    name: 'Jonas Lindqvist',
    email: 'jonas@creators.example',
    picture: 'p-jonas',
    profile: {
      bio: 'Tabletop and sound. I build small sets and let objects do the talking.',
      niches: ['Tech', 'Music', 'Home & Decor'],
      rates: { 'Tabletop video': 320 },
      social_links: { youtube: 'https://youtube.com/@jonaslindqvist' },
    },
    portfolio: [
      { url: '/art/c-jonas-head.svg' },
      { url: '/art/v-glasses.svg' },
      { url: '/art/s-headphones.svg' },
      { url: 'https://jonas.example/tabletop' },
    ],
  },
  {
    key: 'priya',
    role: 'creator',
    name: 'Priya Raman',
    email: 'priya@creators.example',
    picture: 'p-priya',
    profile: {
      bio: 'Skincare shelves, candlelight, calm voice-overs. Based in Detroit.',
      niches: ['Beauty', 'Lifestyle', 'Home & Decor', 'Health', 'Fashion'],
      rates: { 'Voice-over reel': 210 },
      social_links: {
        instagram: 'https://instagram.com/priya.raman',
        youtube: 'https://youtube.com/@priyaraman',
      },
    },
    portfolio: [
      { drawing: 'v-candle', caption: 'Candlelight, no lamp' },
      { url: '/art/c-priya-serum.svg' },
      { url: '/art/s-serum.svg' },
    ],
  },
  {
    key: 'kofi',
    role: 'creator',
    name: 'Kofi Mensah',
    email: 'kofi@creators.example',
    picture: 'p-kofi',
    profile: {
      bio: 'New here. Street portraits and everyday things in strong light.',
      niches: ['Art', 'Travel'],
      rates: {},
      social_links: { instagram: 'https://instagram.com/kofi.frames' },
    },
    portfolio: [{ drawing: 'v-plant' }, { url: '/art/c-kofi-pad.svg' }, { url: '/art/s-shoe.svg' }],
  },
]

/** Operates the demo's market; she has a second factor. */
export const DEMO_OPERATOR = {
  role: 'seller',
  name: 'Olive Winter',
  email: 'olive@cartwright.example',
} as const

/** Kofi has not set up payouts: his application form shows what that looks like. */
export const READY_CREATORS = ['maya', 'jonas', 'priya']

export interface DemoApplication {
  by: string
  price: number
  message: string
}

export interface DemoProject {
  title: string
  category: Category
  budget: number
  /** Days from today to the deadline, and from the posting to today. */
  deadlineIn: number
  postedAgo: number
  description: string
  details?: string
  pictures: string[]
  ends: 'draft' | 'active' | 'held' | 'completed' | 'cancelled'
  applications: DemoApplication[]
  invite?: string
}

export const PROJECTS: DemoProject[] = [
  {
    title: 'Spring glaze teaser',
    category: 'home',
    budget: 350,
    deadlineIn: 80,
    postedAgo: 1,
    description:
      'A short teaser for a glaze nobody has seen yet. We are still deciding on the colour.',
    pictures: ['w-bowl'],
    ends: 'draft',
    applications: [],
  },
  {
    title: 'Candle season: four quiet stills',
    category: 'lifestyle',
    budget: 280,
    deadlineIn: 24,
    postedAgo: 3,
    description:
      'Four stills of the stoneware candle at home, late afternoon into evening. No props with other brands on them. Portrait and square crops.',
    details:
      'One candle holder, two refills. Ships from Grand Rapids within two days of acceptance; you keep it.',
    pictures: ['s-candle', 'v-candle'],
    ends: 'active',
    applications: [
      {
        by: 'priya',
        price: 260,
        message:
          'Candlelight is most of what I shoot. I would do two in window light and two after dark.',
      },
      {
        by: 'jonas',
        price: 310,
        message:
          'I can build a small shelf set with a real fireplace behind it. Slightly over budget for the build.',
      },
    ],
    invite: 'maya',
  },
  {
    title: 'One lamp, three rooms',
    category: 'home',
    budget: 420.5,
    deadlineIn: 33,
    postedAgo: 5,
    description:
      'The same table lamp in three rooms of your home: where does it look best? One vertical video of 30 to 45 seconds, cut simply.',
    pictures: ['s-lamp'],
    ends: 'active',
    applications: [
      {
        by: 'jonas',
        price: 400,
        message: 'Studio, kitchen, bedside. I would record the click of the switch properly.',
      },
    ],
  },
  {
    title: 'Pour-over in stoneware',
    category: 'food',
    budget: 500,
    deadlineIn: 18,
    postedAgo: 8,
    description:
      'Two short recipes with our dripper and server, one light roast and one dark. Talk us through the ratio.',
    pictures: ['s-coffee', 'w-mug'],
    ends: 'active',
    applications: [],
  },
  {
    title: 'Three unboxing reels for the Harrow mug set',
    category: 'home',
    budget: 600,
    deadlineIn: 14,
    postedAgo: 16,
    description:
      "We're a two-person stoneware studio in Grand Rapids. We want three vertical videos, 20 to 40 seconds each, of someone opening the mug set at home, making a first drink and talking about the glaze. Daylight, natural sound, no script.",
    details: 'Two mugs and a bowl, coral and ink glaze. The maker’s mark is on the base.',
    pictures: ['s-mug', 'w-mug', 'w-bowl'],
    ends: 'held',
    applications: [
      {
        by: 'maya',
        price: 540,
        message:
          'I film in a north-facing kitchen and already make a “first cup” series. One reel per glaze and one of the set being opened together. Happy to send a rough cut first.',
      },
      {
        by: 'priya',
        price: 600,
        message: 'I would love to do a calm morning version with voice-over.',
      },
      {
        by: 'jonas',
        price: 690,
        message: 'A tabletop set with a real kiln shelf. Sound recorded separately.',
      },
    ],
  },
  {
    title: 'Market-day tote, photographed in use',
    category: 'fashion',
    budget: 300,
    deadlineIn: 2,
    postedAgo: 40,
    description:
      'Five pictures of the canvas tote on a market run: full, empty, slung, set down, hung up.',
    pictures: ['s-tote'],
    ends: 'completed',
    applications: [
      { by: 'jonas', price: 300, message: 'Our Saturday market has perfect light until ten.' },
    ],
  },
  {
    title: 'Gift-wrap tutorial',
    category: 'other',
    budget: 150,
    deadlineIn: 10,
    postedAgo: 20,
    description:
      'A one-minute tutorial: wrapping a mug so that it arrives whole. We found a printed card says it better.',
    pictures: ['s-parcel'],
    ends: 'cancelled',
    applications: [{ by: 'priya', price: 150, message: 'I wrap for a living in December.' }],
  },
]
