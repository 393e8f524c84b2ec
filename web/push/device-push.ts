import { call } from '#web/api/client.ts'
import { windowSession } from '#web/api/stored-session.ts'
import { registerWorker } from '#web/service-worker/register.ts'
import { type PushMark, readPushMark, writePushMark } from './push-mark.ts'

/** Whether this browser supports push at all. On iPhones it does only once the site is on the home screen. */
export const canBePushed = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/**
 * Requests the browser's permission, subscribes the browser and registers it. Call it in response to a press: browsers
 * do not show the prompt otherwise. Returns what the user decided; throws when something failed.
 */
export async function turnPushOn(publicKey: string): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission
  if ((await registerWorker()) === null) throw new Error('the service worker is not registered')
  const { pushManager } = await navigator.serviceWorker.ready
  await register(await subscriptionFor(pushManager, publicKey))
  return permission
}

/** Ends this browser's subscription, on the server first, so that nothing more is sent. */
export async function turnPushOff(): Promise<void> {
  await call('push.unsubscribe')
  await leavePush()
}

/**
 * Removes everything stored on this device: its subscription, and notifications that are still shown. The server's row
 * ends with the session.
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
 * Registers this browser again when the server knows it differently: its subscription was renewed, or its user signed
 * in anew. Does nothing for an account that never subscribed on this device.
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

/**
 * Returns the browser's subscription for this key; a subscription for another key, which the push service would refuse,
 * is replaced.
 */
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

/** The current session, with an endpoint. Null without a session. */
function markOf(endpoint: string): PushMark | null {
  const session = windowSession()
  if (!session) return null
  return { userId: session.user.id, sessionId: sessionIdOf(session.access_token), endpoint }
}

/** Returns the session id in a token; empty for an unreadable one. It authorises nothing. */
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
