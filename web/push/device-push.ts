import { call } from '#web/api/client.ts'
import { windowSession } from '#web/api/stored-session.ts'
import { registerWorker } from '#web/service-worker/register.ts'
import { type PushMark, readPushMark, writePushMark } from './push-mark.ts'

/** Whether this browser can be pushed to at all. On iPhones only once the site is on the home screen. */
export const canBePushed = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/**
 * Asks for the browser's permission, subscribes it and registers it. Call it in response to a press: browsers ask nothing
 * otherwise. Returns what the browser's owner decided; throws when something failed.
 */
export async function turnPushOn(publicKey: string): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission
  if ((await registerWorker()) === null) throw new Error('the service worker is not registered')
  const { pushManager } = await navigator.serviceWorker.ready
  await register(await subscriptionFor(pushManager, publicKey))
  return permission
}

/** Ends this browser's subscription, on the server first: nothing more is sent. */
export async function turnPushOff(): Promise<void> {
  await call('push.unsubscribe')
  await leavePush()
}

/**
 * Removes what this device holds: its subscription, and notifications that still show. The server's row ends with the
 * session.
 */
export async function leavePush(): Promise<void> {
  if (readPushMark() === null) return
  writePushMark(null)
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration === undefined) return
  for (const shown of await registration.getNotifications()) shown.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

/**
 * Registers this browser again where it is another one to the server than before: its subscription was renewed, or its
 * person signed in anew. Does nothing for an account that never asked on this device.
 */
export async function keepPush(userId: string): Promise<void> {
  const mark = readPushMark()
  if (mark?.userId !== userId || !canBePushed() || Notification.permission !== 'granted') return
  const registration = await registerWorker()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  const now = markOf(subscription.endpoint)
  if (now === null || (now.endpoint === mark.endpoint && now.sessionId === mark.sessionId)) return
  await register(subscription)
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON()
  const body = {
    endpoint: endpoint ?? '',
    p256dh: keys['p256dh'] ?? '',
    auth: keys['auth'] ?? '',
  }
  await call('push.subscribe', { body })
  writePushMark(markOf(body.endpoint))
}

/** The browser's subscription for this key; one for another key, which the push service would refuse, is replaced. */
async function subscriptionFor(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription()
  if (known !== null && isFor(known, publicKey)) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...key))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

/** The session at hand, with an endpoint. Null without a session. */
function markOf(endpoint: string): PushMark | null {
  const session = windowSession()
  if (!session) return null
  return { userId: session.user.id, sessionId: sessionIdOf(session.access_token), endpoint }
}

/** The session that a token belongs to; empty for an unreadable one. Nothing is authorised by it. */
function sessionIdOf(accessToken: string): string {
  try {
    const part = accessToken.split('.')[1] ?? ''
    const claims = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as {
      session_id?: string
    }
    return claims.session_id ?? ''
  } catch {
    return ''
  }
}
