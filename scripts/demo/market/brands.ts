import type { DemoPerson } from '#scripts/demo/cast.ts'

/** The brands of the market besides Harrow & Pine; `joined` counts days. */
export const BRANDS: readonly (DemoPerson & { joined: number })[] = [
  {
    key: 'fennel',
    role: 'seller',
    name: 'Marcus Bell',
    email: 'marcus@fennelstreet.example',
    picture: 'b-fennel',
    joined: 352,
    profile: {
      company_name: 'Fennel Street Coffee',
      industry: 'Food & drink',
      website: 'https://fennelstreet.example',
      brand_description:
        'A small roastery in Milwaukee with one drum and nine farms we know by name. We like people who write the ratio on the screen.',
    },
  },
  {
    key: 'tidewell',
    role: 'seller',
    name: 'Ines Carvalho',
    email: 'ines@tidewell.example',
    picture: 'b-tidewell',
    joined: 338,
    profile: {
      company_name: 'Tidewell',
      industry: 'Skincare',
      website: 'https://tidewell.example',
      brand_description:
        'Skincare from Portland, Maine, with seaweed from our own coast. Six products, no perfume, no filters in anything we post.',
    },
  },
  {
    key: 'northlight',
    role: 'seller',
    name: 'Grant Okonski',
    email: 'grant@northlight.example',
    picture: 'b-northlight',
    joined: 361,
    profile: {
      company_name: 'Northlight Audio',
      industry: 'Consumer electronics',
      website: 'https://northlight.example',
      brand_description:
        'Headphones and speakers you can open with one screwdriver. Built in Minneapolis, repaired for ten years, reviewed by people who own them.',
    },
  },
  {
    key: 'loam',
    role: 'seller',
    name: 'Saskia Vroom',
    email: 'saskia@loam.example',
    picture: 'b-loam',
    joined: 301,
    profile: {
      company_name: 'Loam',
      industry: 'Fashion',
      website: 'https://loam.example',
      brand_description:
        'Canvas bags and plain shoes from Asheville, dyed in small lots. We want to see them scuffed, rained on and still in use.',
    },
  },
  {
    key: 'kestrel',
    role: 'seller',
    name: 'Daniel Reyes',
    email: 'daniel@kestrel.example',
    picture: 'b-kestrel',
    joined: 287,
    profile: {
      company_name: 'Kestrel Luggage',
      industry: 'Travel goods',
      website: 'https://kestrel.example',
      brand_description:
        'Carry-ons from Denver with wheels that anyone can replace. We pay for the train if you show us the whole trip.',
    },
  },
]
