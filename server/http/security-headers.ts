import type { FastifyInstance } from 'fastify'

/** Two years; browsers' preload lists ask for at least one. */
const HSTS = 'max-age=63072000'

/** We never use these browser features, and nothing in our pages may use them. */
const UNUSED_POWERS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/** The headers of every response unless its route overrides them: a response is data, not a page or a frame. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': UNUSED_POWERS.map((power) => `${power}=()`).join(', '),
}

/** The policy for build files: a worker script is bound by its own policy, and decoders use WebAssembly. */
export const ASSET_POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; object-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Returns the headers of every response of a product at `publicUrl`. HSTS is included only if that is https. */
export function commonHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:')
    ? { ...DEFAULTS, 'strict-transport-security': HSTS }
    : DEFAULTS
}

/** Adds the headers and the request id to every response of an instance. */
export function secureAnswers(app: FastifyInstance, publicUrl: string): void {
  const common = commonHeaders(publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(common).header('x-request-id', request.id)
    done()
  })
}
