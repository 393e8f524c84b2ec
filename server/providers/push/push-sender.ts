import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import webPush from 'web-push'
import type { PushConfig } from '#server/config/push-config.ts'
import { mayBeEndpoint, publicLookup } from './push-endpoint.ts'

/** A browser's push address, and the keys for content that only it can read. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** An encrypted push, and how long the push service keeps it for a browser that is offline. */
export interface PushMessage {
  payload: string
  ttlSeconds: number
  /** Up to 32 letters of base64url: a later push with the same topic replaces one that is still waiting (RFC 8030). */
  topic: string
}

/** The push service's verdict on a push. */
export type PushOutcome =
  | { kind: 'accepted' }
  /** The subscription no longer exists (404, 410). */
  | { kind: 'gone' }
  /** It will not be accepted on a retry either: 4xx. */
  | { kind: 'refused'; status: number }
  /**
   * It may be accepted later: no response, 5xx, 429. `waitMs`: the pause the service asks for; null: it does not say.
   */
  | { kind: 'later'; problem: string; waitMs: number | null }

/** Sends pushes (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292). */
export type PushSender = (target: PushTarget, message: PushMessage) => Promise<PushOutcome>

/** How long a push service may take to respond, in ms. */
const PATIENCE_MS = 10_000

/** The longest pause before a push service is called again, in seconds, even if it asks for a longer one. */
const LONGEST_WAIT_SECONDS = 3_600

/** The sender of an installation. It follows no redirects and does not read responses. */
export function createPushSender(config: PushConfig, patienceMs = PATIENCE_MS): PushSender {
  const vapidDetails = {
    subject: config.subject,
    publicKey: config.publicKey,
    privateKey: config.privateKey,
  }
  return async ({ endpoint, p256dh, auth }, { payload, ttlSeconds, topic }) => {
    // It was checked when it was registered; since then, another sandbox or none may have been configured.
    if (!mayBeEndpoint(endpoint, config.sandboxOrigin)) return { kind: 'gone' }
    const details = detailsFor({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails,
      TTL: ttlSeconds,
      topic,
      contentEncoding: 'aes128gcm',
    })
    if (details === null) return { kind: 'gone' }
    const { headers, body } = details
    try {
      return outcomeOf(await post(new URL(endpoint), { headers, body, patienceMs }, config))
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException
      return { kind: 'later', problem: code ?? name, waitMs: null }
    }
  }
}

/** Null if the key is not a point on the curve: no browser generates one, and nothing can ever be encrypted for it. */
function detailsFor(...given: Parameters<typeof webPush.generateRequestDetails>) {
  try {
    return webPush.generateRequestDetails(...given)
  } catch {
    return null
  }
}

interface Answer {
  status: number
  retryAfter: string | undefined
}

function post(
  url: URL,
  sent: { headers: Record<string, unknown>; body: unknown; patienceMs: number },
  { sandboxOrigin }: PushConfig,
): Promise<Answer> {
  const isSandbox = url.origin === sandboxOrigin
  const options = {
    method: 'POST',
    headers: sent.headers as Record<string, string>,
    signal: AbortSignal.timeout(sent.patienceMs),
    ...(isSandbox ? {} : { lookup: publicLookup }),
  }
  return new Promise((resolve, reject) => {
    const call = (isSandbox ? requestHttp : requestHttps)(url, options, (response) => {
      resolve({
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
      })
      response.destroy()
    })
    call.on('error', reject)
    call.end(sent.body)
  })
}

function outcomeOf({ status, retryAfter }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500)
    return { kind: 'later', problem: `status ${status}`, waitMs: waitOf(retryAfter) }
  return { kind: 'refused', status }
}

/** Retry-After in seconds; push services do not use its date form. */
function waitOf(retryAfter: string | undefined): number | null {
  const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return seconds === 0 ? null : Math.min(seconds, LONGEST_WAIT_SECONDS) * 1_000
}
