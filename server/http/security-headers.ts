import type { FastifyInstance } from 'fastify'

/** Two years, as the preload lists of browsers ask for at least one. */
const HSTS = 'max-age=63072000'

/** Nothing of ours asks a browser for these; nor may what runs in our pages. */
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

/** What every answer carries unless its route says otherwise: an answer is data, nobody's page and nobody's frame. */
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

/** The policy of files of the build: a worker script is bound by its own, and decoders bring WebAssembly. */
export const ASSET_POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; object-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What every answer carries where the product is at `publicUrl`. HSTS only where that is https. */
export function commonHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:')
    ? { ...DEFAULTS, 'strict-transport-security': HSTS }
    : DEFAULTS
}

/** Puts the headers and the request's id on every answer of an instance. */
export function secureAnswers(app: FastifyInstance, publicUrl: string): void {
  const common = commonHeaders(publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(common).header('x-request-id', request.id)
    done()
  })
}
