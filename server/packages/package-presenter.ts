import { usdFromCents } from '#contract/money.ts'
import type { OwnPackage, ShownPackage } from '#contract/package-schemas.ts'
import type { PackageRow } from './package-store.ts'

/** A sample is shown for as long as it is in the portfolio. The part after '#' is for the screens, and may differ. */
const nameOf = (url: string): string => url.replace(/#.*$/, '')

/** A package as everyone sees it. `portfolio` is that of its creator. */
export function presentPackage(row: PackageRow, portfolio: readonly string[]): ShownPackage {
  const shown = new Set(portfolio.map(nameOf))
  return {
    id: row.id,
    title: row.title,
    items: row.items,
    price: usdFromCents(row.price),
    days: row.days,
    rounds: row.rounds,
    add_ons: row.add_ons.map((one) => ({ ...one, price: usdFromCents(one.price) })),
    samples: row.samples.filter((url) => shown.has(nameOf(url))),
  }
}

/** The same as its creator sees it. */
export const presentOwnPackage = (row: PackageRow, portfolio: readonly string[]): OwnPackage => ({
  ...presentPackage(row, portfolio),
  status: row.status,
  updated_at: row.updated_at,
})
