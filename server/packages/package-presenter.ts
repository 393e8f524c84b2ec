import { usdFromCents } from '#contract/money.ts'
import type { OwnPackage, ShownPackage } from '#contract/package-schemas.ts'
import type { PackageRow } from './package-store.ts'

/** Names a piece: the part of its address after '#' is for the screens, and may change while a package shows it. */
const nameOf = (url: string): string => url.replace(/#.*$/, '')

/**
 * A package as everyone sees it. `portfolio` is that of its creator: a sample is shown for as long as it is in there, by
 * the address that it has there.
 */
export function presentPackage(row: PackageRow, portfolio: readonly string[]): ShownPackage {
  const pieces = new Map(portfolio.map((url) => [nameOf(url), url]))
  return {
    id: row.id,
    title: row.title,
    items: row.items,
    price: usdFromCents(row.price),
    days: row.days,
    rounds: row.rounds,
    add_ons: row.add_ons.map((one) => ({ ...one, price: usdFromCents(one.price) })),
    samples: row.samples.flatMap((url) => pieces.get(nameOf(url)) ?? []),
  }
}

/** The same as its creator sees it. */
export const presentOwnPackage = (row: PackageRow, portfolio: readonly string[]): OwnPackage => ({
  ...presentPackage(row, portfolio),
  status: row.status,
  updated_at: row.updated_at,
})
