import { decodeJwt, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'

/** The ways in which an ID token can be false, each in exactly one claim. */
export const FALSE_TOKENS = [
  'nonce',
  'aud',
  'iss',
  'expired',
  'alg_none',
  'foreign_key',
  'cut',
  'none',
] as const
export type FalseToken = (typeof FALSE_TOKENS)[number]

/** The form's value, or null. */
export function falseTokenOf(text: string | null): FalseToken | null {
  return FALSE_TOKENS.find((known) => known === text) ?? null
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The falsified token; null for no token at all. */
export async function falsified(
  token: string,
  how: FalseToken,
  ownKey: JWK,
): Promise<string | null> {
  const claims = decodeJwt(token)
  switch (how) {
    case 'none':
      return null
    case 'cut':
      return token.slice(0, token.lastIndexOf('.') + 1)
    case 'alg_none':
      return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
    case 'foreign_key':
      return signed(claims, ownKey, (await generateKeyPair('RS256')).privateKey)
    case 'nonce':
      return signed({ ...claims, nonce: 'of-another-sign-in' }, ownKey)
    case 'aud':
      return signed({ ...claims, aud: 'another-client' }, ownKey)
    case 'iss':
      return signed({ ...claims, iss: 'https://evil.example' }, ownKey)
    case 'expired':
      return signed({ ...claims, iat: hoursAgo(2), exp: hoursAgo(1) }, ownKey)
  }
}

const hoursAgo = (hours: number) => Math.floor(Date.now() / 1_000) - hours * 3_600

/** Signed under our key's name, but with another key if one is given. */
async function signed(
  claims: JWTPayload,
  ownKey: JWK,
  key?: Awaited<ReturnType<typeof importJWK>>,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: ownKey.kid ?? '', typ: 'JWT' })
    .sign(key ?? (await importJWK(ownKey, 'RS256')))
}
