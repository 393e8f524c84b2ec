/** A person's steps on the payment sandbox's pages, done by requests. */

/** How a page is requested: by `fetch`, or from a sandbox in the same process. */
export type Visit = (url: string, init: RequestInit) => Promise<Response>

const overHttp: Visit = (url, init) => fetch(url, init)

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  redirect: 'manual',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** Completes onboarding: the single-use link, then "Complete onboarding". */
export async function completeOnboarding(onboardingUrl: string, visit = overHttp): Promise<void> {
  const opened = await visit(onboardingUrl, { redirect: 'manual' })
  const flow = opened.headers.get('location')
  if (flow === null) throw new Error(`onboarding did not open: ${opened.status}`)
  const url = new URL(flow, onboardingUrl).href
  const done = await visit(url, form({ outcome: 'complete' }))
  if (done.status !== 303) throw new Error(`onboarding did not end: ${done.status}`)
}

/** Cards of the sandbox: one that always works, and one whose bank responds a day later. */
export const DEMO_CARDS = { good: '4242424242424242', slow: '4000000000070005' } as const

/** Pays an open checkout page. */
export async function payCheckout(
  checkoutUrl: string,
  visit = overHttp,
  card: string = DEMO_CARDS.good,
): Promise<void> {
  const paid = await visit(checkoutUrl, form({ card_number: card, expiry: '12/34', cvc: '123' }))
  if (paid.status !== 303)
    throw new Error(`the checkout page did not take the card: ${paid.status}`)
}
