import * as oidc from 'openid-client'

/** A person Google vouches for: the signature, issuer, audience, time and nonce were checked. */
export interface GooglePerson {
  /** Google's permanent id of the account. */
  sub: string
  email: string
  emailVerified: boolean
  name: string | null
  picture: string | null
  accessToken: string
  refreshToken: string | null
}

/** Values sent along that must be returned unchanged. */
export interface GoogleChecks {
  state: string
  nonce: string
  /** Our own PKCE verifier for Google. */
  verifier: string
}

/** Sign-in with Google. Both calls reject when Google is unreachable or its response is not valid. */
export interface GoogleProvider {
  /** Returns the address to send the person to; `extra` are query parameters a client asked for. */
  authorizationUrl(
    checks: GoogleChecks,
    scopes: readonly string[],
    extra: Record<string, string>,
  ): Promise<string>
  /** Exchanges what Google returned (the callback's full query) for the person. */
  personOf(query: URLSearchParams, checks: GoogleChecks): Promise<GooglePerson>
}

export interface GoogleSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Our callback address, as registered with Google. */
  redirectUri: string
}

const TIMEOUT_SECONDS = 8
const SCOPES = ['openid', 'email', 'profile']

/** Nothing is requested from Google until the first sign-in; a successful discovery is cached, a failed one is not. */
export function createGoogleProvider(settings: GoogleSettings): GoogleProvider {
  let discovered: Promise<oidc.Configuration> | null = null
  const configuration = () => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = null
      throw error
    })
    return discovered
  }
  return {
    async authorizationUrl({ state, nonce, verifier }, scopes, extra) {
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        ...extra,
        redirect_uri: settings.redirectUri,
        response_type: 'code',
        scope: [...new Set([...SCOPES, ...scopes])].join(' '),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    async personOf(query, { state, nonce, verifier }) {
      const callback = new URL(settings.redirectUri)
      callback.search = query.toString()
      const tokens = await oidc.authorizationCodeGrant(await configuration(), callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined || typeof claims['email'] !== 'string')
        throw new Error('Google named no address')
      return {
        sub: claims.sub,
        email: claims['email'],
        emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
        name: typeof claims['name'] === 'string' ? claims['name'] : null,
        picture: typeof claims['picture'] === 'string' ? claims['picture'] : null,
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? null,
      }
    },
  }
}

function discover({ issuer, clientId, clientSecret }: GoogleSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer)
  // Only the local sandbox speaks plain HTTP; the configuration refuses it in production.
  const local =
    server.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(server.hostname)
  return oidc.discovery(server, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // AUTH §7 requires the signature check, which the library otherwise leaves to the exchange's TLS.
      oidc.enableNonRepudiationChecks,
      ...(local ? [oidc.allowInsecureRequests] : []),
    ],
  })
}
