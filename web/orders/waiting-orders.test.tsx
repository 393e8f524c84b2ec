import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { PackageOrder } from '#contract/package-order-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { WaitingOrders } from './WaitingOrders.tsx'

const order = {
  id: 'o',
  price: 480,
  answer_by: '2031-01-02T00:00:00Z',
  terms: { title: 'Two unboxing videos' },
  seller: { id: 's', name: 'Ellen', company_name: 'Ellen Harrow Goods' },
  creator: { id: 'c', name: 'Maya Okafor' },
} as unknown as PackageOrder

function waiting(side: 'creator' | 'seller') {
  const queries = new QueryClient()
  queries.setQueryData(apiQuery('package_orders.waiting').queryKey, [order])
  return wordsOf(
    <QueryClientProvider client={queries}>
      <WaitingOrders side={side} />
    </QueryClientProvider>,
  )
}

test('the creator sees an order’s price with their share, and the brand sees the price alone', () => {
  expect(waiting('creator')).toContain('Ellen Harrow Goods, $480.00 ($408.00 for you) .')
  expect(waiting('seller')).toContain('Maya Okafor, $480.00 .')
})
