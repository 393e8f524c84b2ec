import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, json } from 'node:stream/consumers'
import { vapidSender } from './vapid-check.ts'
import { type BrowserKeys, browserKeys, decryptPush } from './web-push-decryption.ts'

/** A subscription as a browser gives it to a site: PushSubscription.toJSON(). */
export interface SandboxSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** A push that was accepted. */
export interface ReceivedPush {
  endpoint: string
  /** Decrypted. */
  payload: string
  /** The headers of RFC 8030; seconds. */
  ttl: number
  topic: string
  /** Who sent it, as its token says. */
  subject: string
}

/** How the service responds: a status, with Retry-After where it has one, or not at all. */
export type PushAnswer = { status: number; retryAfterSeconds?: number } | 'nothing'

/** A running push service. */
export interface PushSandbox {
  url: string
  /** Subscribes a browser for the site with this VAPID key. */
  subscribe(applicationServerKey: string): SandboxSubscription
  /** Every accepted push, the oldest first. */
  received(): readonly ReceivedPush[]
  /** The number of requests sent, accepted or not. */
  attempts(): number
  /** Responds to every push like this from now on; null: as a push service does. */
  answerWith(answer: PushAnswer | null): void
  close(): Promise<void>
}

interface Known extends BrowserKeys {
  applicationServerKey: string
}

/**
 * A push service that behaves like those of browsers (RFC 8030): it accepts what is signed with the key of its
 * subscription (RFC 8292) and, unlike them, decrypts it. POST /subscriptions {"applicationServerKey"} subscribes a
 * browser, GET /messages lists what arrived. Rejects when the port is in use.
 */
export async function startPushSandbox(options: {
  port: number
  host: string
}): Promise<PushSandbox> {
  const known = new Map<string, Known>()
  const received: ReceivedPush[] = []
  let attempts = 0
  let forced: PushAnswer | null = null
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => reply(response, 400, String(error)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const url = `http://${options.host}:${(server.address() as AddressInfo).port}`

  function subscribe(applicationServerKey: string): SandboxSubscription {
    const id = randomUUID()
    const keys = browserKeys()
    known.set(id, { ...keys, applicationServerKey })
    return {
      endpoint: `${url}/push/${id}`,
      keys: {
        p256dh: keys.pair.getPublicKey('base64url'),
        auth: keys.secret.toString('base64url'),
      },
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    if (request.method === 'GET' && path === '/health') return void response.end('ok')
    if (request.method === 'GET' && path === '/messages') return reply(response, 200, received)
    if (request.method === 'POST' && path === '/subscriptions') {
      const { applicationServerKey } = (await json(request)) as { applicationServerKey: string }
      return reply(response, 201, subscribe(applicationServerKey))
    }
    const id = /^\/push\/([\w-]+)$/.exec(path)?.[1]
    if (request.method !== 'POST' || id === undefined) return reply(response, 404, 'unknown path')
    attempts += 1
    const body = await buffer(request)
    if (forced === 'nothing') return
    if (forced !== null) {
      const { status, retryAfterSeconds } = forced
      if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds)
      return reply(response, status, 'as told')
    }
    await accept(request, response, { id, body })
  }

  async function accept(
    { headers }: IncomingMessage,
    response: ServerResponse,
    { id, body }: { id: string; body: Buffer },
  ): Promise<void> {
    const browser = known.get(id)
    if (browser === undefined) return reply(response, 410, 'the subscription has ended')
    const sender = await vapidSender(headers.authorization, {
      audience: url,
      key: browser.applicationServerKey,
    })
    if ('problem' in sender) return reply(response, 403, sender.problem)
    if (!/^\d+$/.test(String(headers['ttl']))) return reply(response, 400, 'no TTL')
    if (headers['content-encoding'] !== 'aes128gcm') return reply(response, 415, 'not aes128gcm')
    received.push({
      endpoint: `${url}/push/${id}`,
      payload: decryptPush(browser, body),
      ttl: Number(headers['ttl']),
      topic: String(headers['topic'] ?? ''),
      subject: sender.subject,
    })
    response.setHeader('location', `${url}/messages/${received.length}`)
    reply(response, 201, null)
  }

  return {
    url,
    subscribe,
    received: () => received,
    attempts: () => attempts,
    answerWith(next) {
      forced = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === null ? '' : JSON.stringify(body))
}
