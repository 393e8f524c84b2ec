import { Secret, TOTP } from 'otpauth'
import { toString as drawQr } from 'qrcode'

/** Seconds per code, and how many steps before and after are accepted (RFC 6238 §5.2). */
const PERIOD = 30
const WINDOW = 1
const SECRET_BYTES = 20

/** Shown once, when an authenticator app is enrolled. */
export interface TotpEnrolment {
  /** base32, for typing it into the app. */
  secret: string
  /** otpauth://totp/… */
  uri: string
  /** The same as a picture: SVG without '#', because clients put it into a data: URI unescaped. */
  qr_code: string
}

/** A new shared secret. */
export async function newTotp(issuer: string, account: string): Promise<TotpEnrolment> {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = new TOTP({ issuer, label: account, secret, period: PERIOD }).toString()
  const svg = await drawQr(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  const picture = svg
    .replaceAll('#ffffff', 'white')
    .replaceAll('#000000', 'black')
    .replaceAll('\n', '')
  return { secret: secret.base32, uri, qr_code: picture }
}

/** The 30-second step this code belongs to, or null when it matches none near `now`. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD })
  const away = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return away === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD) + away
}
