import { consoleLinks } from '#web/operator/console-links.ts'
import type { Market } from './market.ts'
import type { Screen } from './screen.ts'

/** Lists of the console whose first row has a page of its own. */
const WITH_PAGES = ['people', 'projects', 'payments', 'documents', 'disputes', 'reports'] as const

/** Every page of the operator's console. */
export async function consoleScreens(market: Market): Promise<Screen[]> {
  const as = await market.person('operator')
  const named = (path: string) => `operator${path.replace('/operator', '').replaceAll('/', '-')}`
  const lists = consoleLinks.map(({ to }) => ({ name: named(to), path: to, as }))
  const first = await Promise.all(
    WITH_PAGES.map(async (page) => {
      const { rows } = await market.ask<{ rows: { id: string }[] }>(
        'operator',
        `/api/operator/${page}`,
      )
      const [row] = rows
      if (row === undefined) throw new Error(`the console has no ${page}`)
      return { name: `operator-${page}-one`, path: `/operator/${page}/${row.id}`, as }
    }),
  )
  return [...lists, ...first]
}
