import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type StripeSandbox, type StripeSandboxOptions, startStripeSandbox } from './server.ts'

/** The keys of every test sandbox. */
export const TEST_KEYS = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' } as const

/** A sandbox in memory on a free port, by default. */
export function startTestSandbox(
  options: Partial<StripeSandboxOptions> = {},
): Promise<StripeSandbox> {
  return startStripeSandbox({ port: 0, ...TEST_KEYS, ...options })
}

/** One message that a receiver got. */
export interface ReceivedWebhook {
  body: Buffer
  signature: string
  type: string
  id: string
}

/** A webhook receiver whose responses the test chooses. */
export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  answerWith(status: number): void
  close(): Promise<void>
}

/** Listens for webhooks on a free port and responds with 200 until told otherwise. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { id, type }: { id: string; type: string } = JSON.parse(body.toString('utf8'))
      received.push({ body, id, type, signature: String(request.headers['stripe-signature']) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks/stripe`,
    received,
    answerWith(next) {
      status = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Waits until `condition` returns something truthy, polling every few milliseconds. Fails after a minute. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** A response of the sandbox's API as it came over the wire. */
export interface RawAnswer {
  status: number
  text: string
  headers: Headers
  json: Record<string, unknown> & { id?: string; error?: Record<string, unknown> }
}

/** Calls the API by hand: a form for v1, JSON for v2. */
export async function rawCall(
  sandbox: StripeSandbox,
  call: `${'GET' | 'POST'} /${string}`,
  options: {
    form?: Record<string, string>
    json?: unknown
    key?: string
    secretKey?: string | null
  } = {},
): Promise<RawAnswer> {
  const [method = 'GET', path = '/'] = call.split(' ')
  const secretKey = options.secretKey === undefined ? TEST_KEYS.secretKey : options.secretKey
  const response = await fetch(sandbox.url + path, {
    method,
    headers: {
      ...(secretKey === null ? {} : { authorization: `Bearer ${secretKey}` }),
      ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
      ...(options.json === undefined
        ? { 'content-type': 'application/x-www-form-urlencoded' }
        : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: bodyOf(options) }),
  })
  const text = await response.text()
  const json: RawAnswer['json'] = JSON.parse(text)
  return { status: response.status, text, headers: response.headers, json }
}

function bodyOf(options: { form?: Record<string, string>; json?: unknown }): string {
  return options.json === undefined
    ? new URLSearchParams(options.form).toString()
    : JSON.stringify(options.json)
}

/** Presses a button of `/_control`. */
export async function control(
  sandbox: StripeSandbox,
  path: string,
  body: object = {},
): Promise<Response> {
  return fetch(`${sandbox.url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Pays 540 USD by card; returns the charge's id. */
export async function chargeThrough(sandbox: StripeSandbox): Promise<string> {
  const opened = await rawCall(sandbox, 'POST /v1/checkout/sessions', {
    form: {
      mode: 'payment',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '54000',
      'line_items[0][price_data][product_data][name]': 'Spring reel',
      'line_items[0][quantity]': '1',
      success_url: 'http://127.0.0.1:9/paid',
    },
  })
  const card = { card_number: '4242424242424242', expiry: '12/34', cvc: '123' }
  sandbox.controls.pay(String(opened.json.id), card)
  return Object.keys(sandbox.state.charges).at(-1) ?? ''
}

/** An account that completed onboarding; returns its id. */
export async function testAccount(sandbox: StripeSandbox): Promise<string> {
  const account = await rawCall(sandbox, 'POST /v2/core/accounts', {
    json: {
      contact_email: 'c@x.example',
      identity: { country: 'us' },
      configuration: {
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      defaults: {
        responsibilities: { fees_collector: 'application', losses_collector: 'application' },
      },
    },
  })
  const id = String(account.json.id)
  sandbox.controls.finishOnboarding(id, 'complete')
  return id
}
