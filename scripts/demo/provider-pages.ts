/** What a person does on the payment sandbox's pages, done by request. */

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  redirect: 'manual',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** Completes onboarding: the single-use link, then "Complete onboarding". */
export async function completeOnboarding(onboardingUrl: string): Promise<void> {
  const opened = await fetch(onboardingUrl, { redirect: 'manual' })
  const flow = opened.headers.get('location')
  if (flow === null) throw new Error(`onboarding did not open: ${opened.status}`)
  const done = await fetch(new URL(flow, onboardingUrl), form({ outcome: 'complete' }))
  if (done.status !== 303) throw new Error(`onboarding did not end: ${done.status}`)
}

/** Pays an open checkout page with the card that always works. */
export async function payCheckout(checkoutUrl: string): Promise<void> {
  const paid = await fetch(
    checkoutUrl,
    form({ card_number: '4242424242424242', expiry: '12/34', cvc: '123' }),
  )
  if (paid.status !== 303)
    throw new Error(`the checkout page did not take the card: ${paid.status}`)
}
