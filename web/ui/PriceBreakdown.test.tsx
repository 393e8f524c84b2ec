import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { feeTerms } from '#contract/fees.ts'
import { PriceBreakdown } from './PriceBreakdown.tsx'

test.each([
  ['is stated where the percentage decides', 2_000, 200, 'You receive (90%)', '$18.00'],
  ['is left out where the minimum fee decides', 1_994, 200, 'You receive', '$17.94'],
  ['is stated if there is no minimum fee', 1_994, 0, 'You receive (90%)', '$17.95'],
])('the creator’s percentage %s', (_, priceCents, minimum, label, amount) => {
  const page = renderToStaticMarkup(
    <PriceBreakdown priceCents={priceCents} terms={feeTerms(10, minimum)} />,
  )
  expect(page).toContain(`>${label}<`)
  expect(page).toContain(amount)
  expect(page.includes('90%')).toBe(label.includes('90%'))
})
