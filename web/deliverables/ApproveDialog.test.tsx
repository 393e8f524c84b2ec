import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import type { DeliveryChecks } from '#contract/delivery-check-schemas.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { checkWords } from '#web/checks/check-words.ts'
import { checksQuery } from '#web/checks/given-answers.ts'
import { drawn } from '#web/testing/drawn.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'

const deliverable = {
  id: 'v',
  project_id: 'd',
  status: 'pending',
  version: 1,
  file_name: 'reel.mp4',
  file_count: 1,
  brief_version: 1,
  superseded_at: null,
  open_changes: 0,
  preview_state: 'ready',
  original_open: true,
} as unknown as Deliverable
const payment = {
  id: 'p',
  status: 'held_in_escrow',
  amount: 250,
  creator_amount: 212.5,
  fee_amount: 37.5,
  moving: null,
  decided: false,
  disputed: false,
  deal_dispute_id: null,
} as unknown as Payment

let queries: QueryClient
beforeEach(() => {
  // A first render shows an existing failure, like a page that has seen it.
  queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
})

/** The rendered question, and the number of its approving buttons that are disabled. */
function question(of: Deliverable = deliverable) {
  const html = drawn(
    <QueryClientProvider client={queries}>
      <ApproveDialog
        deliverable={of}
        all={[of]}
        payment={payment}
        creatorName="Maya"
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  return { html, off: html.match(/<button[^>]* disabled=""/g)?.length ?? 0 }
}

test('approving is disabled until the checklist is loaded and its open items are shown', () => {
  expect(question()).toMatchObject({
    off: 2,
    html: expect.stringContaining(checkWords.waitsToApprove),
  })

  const check = { check_id: 'logo', text: 'The logo is in the picture.', must: true, holds: false }
  queries.setQueryData(checksQuery('v').queryKey, { checks: [check] } as unknown as DeliveryChecks)
  const loaded = question()
  expect(loaded).toMatchObject({ off: 0, html: expect.stringContaining(check.text) })
  expect(loaded.html).not.toContain(checkWords.waitsToApprove)
})

test('a checklist that failed to load offers "Try again" and does not block approval', async () => {
  await queries.prefetchQuery({
    ...checksQuery('v'),
    queryFn: () => Promise.reject(new Error('Lost')),
    retry: false,
  })
  const failed = question()
  expect(failed).toMatchObject({ off: 0, html: expect.stringContaining(checkWords.failed) })
  expect(failed.html).toContain('Try again')
})

test('a delivery without a brief does not wait for a checklist', () => {
  const { off, html } = question({ ...deliverable, brief_version: null })
  expect(off).toBe(0)
  expect(html).not.toContain(checkWords.waitsToApprove)
})
