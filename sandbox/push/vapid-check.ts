import { importJWK, jwtVerify } from 'jose'

/** The longest validity of a token, in seconds (RFC 8292 §2). */
const LONGEST_SECONDS = 24 * 3_600

/**
 * Checks the sender of a push: `vapid t=…, k=…` with a token of the key that the subscription was made for. Returns the
 * sender's contact, or what is wrong.
 */
export async function vapidSender(
  header: string | undefined,
  { audience, key }: { audience: string; key: string },
): Promise<{ subject: string } | { problem: string }> {
  const token = /\bt=([\w.-]+)/.exec(header ?? '')?.[1]
  const sender = /\bk=([\w-]+)/.exec(header ?? '')?.[1]
  if (!header?.startsWith('vapid ') || token === undefined || sender === undefined)
    return { problem: 'no VAPID header' }
  if (sender !== key) return { problem: 'another key than that of the subscription' }
  const point = Buffer.from(sender, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  try {
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
      audience,
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'sub'],
    })
    if ((payload.exp ?? 0) > Date.now() / 1_000 + LONGEST_SECONDS)
      return { problem: 'a token that is valid for more than a day' }
    return { subject: String(payload.sub) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
