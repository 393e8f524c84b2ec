import type { BrowserContext, Page } from 'playwright-core'
import type { SandboxSubscription } from '#sandbox/push/push-sandbox.ts'

/** Subscribes a browser to the sandbox's push service, for the site with this key. */
export async function subscribeAt(pushUrl: string, key: string): Promise<SandboxSubscription> {
  const answer = await fetch(`${pushUrl}/subscriptions`, {
    method: 'POST',
    body: JSON.stringify({ applicationServerKey: key }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as SandboxSubscription
}

/** What the sandbox's push service accepted for a browser, decrypted. */
export async function pushesAt(pushUrl: string, { endpoint }: SandboxSubscription) {
  const all = (await (await fetch(`${pushUrl}/messages`)).json()) as {
    endpoint: string
    payload: string
  }[]
  return all.filter((push) => push.endpoint === endpoint).map(({ payload }) => payload)
}

/**
 * Gives a browser's windows a push service: the browser's own is on the Internet. The site gets what a browser would
 * give it, with the sandbox's endpoint and keys.
 */
export const withPushService = (
  context: BrowserContext,
  subscription: SandboxSubscription,
  key: string,
) =>
  context.addInitScript(
    `(() => {
      const given = ${JSON.stringify(subscription)}
      const key = Uint8Array.from(atob(${JSON.stringify(key)}.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
      const made = {
        endpoint: given.endpoint,
        options: { applicationServerKey: key.buffer },
        toJSON: () => given,
        async unsubscribe() { localStorage.removeItem('of-the-browser'); return true },
      }
      PushManager.prototype.subscribe = async () => { localStorage.setItem('of-the-browser', 'subscribed'); return made }
      PushManager.prototype.getSubscription = async () => localStorage.getItem('of-the-browser') ? made : null
    })()`,
  )

/** Lets the service worker tell when the next notification is displayed. */
const WATCH_NEXT = `(() => {
  const { showNotification } = ServiceWorkerRegistration.prototype
  self.displayed = new Promise((resolve, reject) => {
    registration.showNotification = (...all) => {
      const shown = showNotification.apply(registration, all)
      shown.then(() => resolve(), reject)
      return shown
    }
  })
})()`

/**
 * Hands a push to the service worker of a page, as the browser does when one arrives, and waits until it is displayed:
 * Chromium deletes a notification that a page lists before that.
 */
export async function deliverPush(page: Page, data: string): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('no service worker controls the page')
  await worker.evaluate(WATCH_NEXT)
  const session = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(
        ({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin),
      )
      if (ours !== undefined) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data,
  })
  await session.detach()
  await worker.evaluate('self.displayed')
}
