import type { LicenceExtensions } from '#contract/licence-extension-schemas.ts'
import { extendedLastDay } from '#contract/licence-extensions.ts'
import { shownStatus } from '#contract/licence-term.ts'
import { splitPrice, usdFromCents } from '#contract/money.ts'
import type { LicenceWithExtensions } from './extension-service.ts'

/** The creator's share of an extension, in USD: the deal's percentage, and no minimum fee. */
const shareOf = (cents: number, creatorBps: number): number =>
  usdFromCents(splitPrice(cents, { creator_bps: creatorBps, minimum_fee_cents: 0 }).creatorCents)

/** The extensions of a licence as its two sides read them. */
export function presentExtensions(
  { licence, extensions, otherSideGone }: LicenceWithExtensions,
  now: Date,
): LicenceExtensions {
  return {
    code: licence.code,
    status: shownStatus(licence, now),
    ends_on: licence.ends_on,
    application_id: licence.application_id,
    other_side_gone: otherSideGone,
    priced: pricedOf({ licence, extensions }, now),
    extensions: extensions.map((one) => ({
      id: one.id,
      by: one.by,
      months: one.months,
      price: usdFromCents(one.price),
      creator_share: shareOf(one.price, licence.creator_bps),
      status: one.status,
      created_at: one.created_at,
      expires_at: one.expires_at,
      paid_at: one.paid_at,
      counts: one.counts,
      being_paid: one.being_paid,
    })),
  }
}

function pricedOf(
  { licence, extensions }: Pick<LicenceWithExtensions, 'licence' | 'extensions'>,
  now: Date,
): LicenceExtensions['priced'] {
  const { extend_months: months, extend_cents: cents, term_months: term } = licence
  if (months === null || cents === null || term === null || licence.status === 'void') return null
  const paid = extensions
    .filter((one) => one.counts)
    .map((one) => ({ months: one.months, paid_at: one.paid_at ?? '' }))
    .toSorted((a, b) => Date.parse(a.paid_at) - Date.parse(b.paid_at))
  const until = extendedLastDay({ granted_at: licence.granted_at, term_months: term }, [
    ...paid,
    { months, paid_at: now.toISOString() },
  ])
  return {
    months,
    price: usdFromCents(cents),
    creator_share: shareOf(cents, licence.creator_bps),
    until,
  }
}
