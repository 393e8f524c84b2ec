/**
 * The one deal that the landing page tells: its people, its work, its price. Fictional, and consistent down the page.
 */
export const example = {
  shop: 'Harrow & Pine',
  shopPicture: '/art/b-harrow.svg',
  owner: 'Ellen',
  creator: 'Maya Okafor',
  creatorFirstName: 'Maya',
  creatorPicture: '/art/p-maya.svg',
  title: 'Three unboxing reels for the Harrow mug set',
  due: 'Jun 28, 2026',
  budgetCents: 60_000,
  priceCents: 54_000,
} as const

/** Creators of the reel: picture, duration, niches. */
export const reel = [
  {
    name: 'Maya Okafor',
    picture: '/art/c-maya-mug.svg',
    length: '0:32',
    niches: 'Food, Home & Decor',
  },
  {
    name: 'Priya Raman',
    picture: '/art/c-priya-serum.svg',
    length: '0:41',
    niches: 'Beauty, Health',
  },
  { name: 'Teo Marchetti', picture: '/art/c-teo-case.svg', length: '0:27', niches: 'Travel, Food' },
  { name: 'Lucía Herrera', picture: '/art/c-lucia-tote.svg', length: '0:19', niches: 'Fashion' },
  {
    name: 'Jonas Lindqvist',
    picture: '/art/c-jonas-head.svg',
    length: '1:04',
    niches: 'Tech, Music',
  },
  {
    name: 'Noor Haddad',
    picture: '/art/c-noor-tube.svg',
    length: '0:36',
    niches: 'Beauty, Lifestyle',
  },
  { name: 'Kofi Mensah', picture: '/art/c-kofi-pad.svg', length: '0:48', niches: 'Gaming, Tech' },
] as const
