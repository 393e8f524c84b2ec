import type { Session } from '#scripts/demo/session.ts'

/** A list of a demo brand, with its note about each entry; null means no note. */
interface DemoList {
  name: string
  people: readonly (readonly [creator: string, note: string | null])[]
}

/** What Ellen keeps. */
const LISTS: readonly DemoList[] = [
  {
    name: 'Kitchen people',
    people: [
      ['maya', 'Calm hands, best light we have had. Ask early: she books out in November.'],
      ['priya', 'Would suit the linen. Not asked yet.'],
    ],
  },
  {
    name: 'Spring launch',
    people: [
      ['jonas', 'Dry humour. Good for the mugs, less for the candles.'],
      ['kofi', null],
      ['maya', null],
    ],
  },
]

/** Creates a brand's lists as the brand would have: names them, fills them one by one, adds notes. */
export async function keepLists(
  brand: Session,
  person: (key: string) => { userId: string },
): Promise<void> {
  for (const { name, people } of LISTS) {
    const { id } = await brand.call('lists.create', { body: { name } })
    // The newest is listed first.
    for (const [creator, note] of people.toReversed())
      await brand.call('lists.add', {
        params: { id, creator_id: person(creator).userId },
        body: { note },
      })
  }
}
