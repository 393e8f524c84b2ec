import type { PackageStatus } from '#contract/packages.ts'
import type { Input } from '#contract/schemas.ts'
import type { Session } from '#scripts/demo/session.ts'

type NewPackage = Input<'packages.create'>['body']

/** A package as its creator writes it, and its outcome. */
interface DemoPackage extends Omit<NewPackage, 'samples'> {
  status: PackageStatus
  /** The pieces of their portfolio that show it, by number. */
  shownBy: readonly number[]
}

const UPRIGHT = { ratio: '9:16', min_width: 1080 } as const

/** The market's creators' fixed-price packages; `written` counts days. */
export const PACKAGES: readonly {
  by: string
  written: number
  packages: readonly DemoPackage[]
}[] = [
  {
    by: 'maya',
    written: 96,
    packages: [
      {
        title: 'The first cup, on film',
        items: [{ id: 'film', what: 'video', count: 1, seconds_max: 30, sound: true, ...UPRIGHT }],
        price: 210,
        days: 8,
        rounds: 1,
        add_ons: [
          {
            id: 'second-morning',
            label: 'A second morning, in other weather',
            price: 120,
            days: 2,
          },
          { id: 'quick', label: 'Three days sooner', price: 60, days: -3 },
        ],
        shownBy: [0, 1],
        status: 'listed',
      },
      {
        title: 'Four stills by the north window',
        items: [{ id: 'still', what: 'photo', count: 4, ratio: '4:5', min_width: 2000 }],
        price: 240,
        days: 10,
        rounds: 2,
        add_ons: [{ id: 'square', label: 'The same four as squares', price: 40, days: 0 }],
        shownBy: [3],
        status: 'listed',
      },
    ],
  },
  {
    by: 'hana',
    written: 88,
    packages: [
      {
        title: 'One room at seven in the morning',
        items: [{ id: 'room', what: 'video', count: 1, seconds_max: 30, ...UPRIGHT }],
        price: 240,
        days: 7,
        rounds: 2,
        add_ons: [{ id: 'evening', label: 'The same corner at dusk', price: 90, days: 2 }],
        shownBy: [0, 1],
        status: 'listed',
      },
      {
        title: 'Six stills, and where it stands best',
        items: [
          { id: 'still', what: 'photo', count: 6, ratio: '4:5', min_width: 2000 },
          { id: 'note', what: 'text', label: 'A short note on the light', count: 1 },
        ],
        price: 300,
        days: 12,
        rounds: 1,
        add_ons: [{ id: 'wide', label: 'Two wide ones for your site', price: 70, days: 1 }],
        shownBy: [2, 3],
        status: 'listed',
      },
    ],
  },
  {
    by: 'sam',
    written: 74,
    packages: [
      {
        title: 'Your parcel, opened once',
        items: [
          { id: 'unboxing', what: 'video', count: 1, seconds_max: 45, sound: true, ...UPRIGHT },
        ],
        price: 160,
        days: 6,
        rounds: 1,
        add_ons: [{ id: 'raw', label: 'All of it uncut, tape included', price: 45, days: 0 }],
        shownBy: [0],
        status: 'listed',
      },
      {
        title: 'Dropped, shaken and then opened',
        items: [{ id: 'test', what: 'video', count: 1, seconds_max: 60, sound: true, ...UPRIGHT }],
        price: 220,
        days: 9,
        rounds: 1,
        add_ons: [{ id: 'rain', label: 'An hour on the porch in the rain', price: 35, days: 4 }],
        shownBy: [0, 1],
        status: 'paused',
      },
    ],
  },
  {
    by: 'rui',
    written: 69,
    packages: [
      {
        title: 'Measured first, then heard',
        items: [
          { id: 'test', what: 'video', count: 1, ratio: '16:9', seconds_max: 90, sound: true },
          { id: 'curve', what: 'photo', label: 'The curve', count: 1, ratio: '16:9' },
        ],
        price: 380,
        days: 14,
        rounds: 1,
        add_ons: [
          { id: 'second-room', label: 'Measured again in a room with carpet', price: 110, days: 3 },
        ],
        shownBy: [0, 2],
        status: 'listed',
      },
      {
        title: 'A calm minute at my desk',
        items: [{ id: 'desk', what: 'video', count: 1, seconds_max: 60, sound: true, ...UPRIGHT }],
        price: 340,
        days: 10,
        rounds: 2,
        add_ons: [{ id: 'captions', label: 'Captions in Portuguese', price: 50, days: 1 }],
        shownBy: [1],
        status: 'listed',
      },
    ],
  },
  {
    by: 'wes',
    written: 81,
    packages: [
      {
        title: 'A brew guide without a jump cut',
        items: [
          { id: 'guide', what: 'video', count: 1, seconds_max: 60, captions: true, ...UPRIGHT },
        ],
        price: 190,
        days: 7,
        rounds: 1,
        add_ons: [{ id: 'card', label: 'The recipe as a card to print', price: 30, days: 0 }],
        shownBy: [0, 1],
        status: 'listed',
      },
      {
        title: 'The first hour after closing time',
        items: [{ id: 'hour', what: 'video', count: 1, ratio: '16:9', seconds_max: 120 }],
        price: 260,
        days: 12,
        rounds: 2,
        add_ons: [{ id: 'short', label: 'An upright cut of 20 s', price: 55, days: 1 }],
        shownBy: [2],
        status: 'listed',
      },
      {
        title: 'Crema tries the toy',
        items: [{ id: 'dog', what: 'video', count: 1, seconds_max: 20, ...UPRIGHT }],
        price: 120,
        days: 5,
        rounds: 0,
        add_ons: [
          { id: 'still', label: 'One still in which the dog looks up', price: 25, days: 2 },
        ],
        shownBy: [],
        status: 'draft',
      },
    ],
  },
]

/** A creator writes their packages in this order, and lists or pauses them. */
export async function writePackages(
  creator: Session,
  packages: readonly DemoPackage[],
): Promise<void> {
  const { portfolio_urls: portfolio } = await creator.call('profiles.me')
  for (const { status, shownBy, ...fields } of packages) {
    const samples = portfolio.filter((_, nth) => shownBy.includes(nth))
    const { id } = await creator.call('packages.create', { body: { ...fields, samples } })
    if (status !== 'draft') await creator.call('packages.list', { params: { id } })
    if (status === 'paused') await creator.call('packages.pause', { params: { id } })
  }
}
