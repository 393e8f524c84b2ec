import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider, type InteractionResults } from 'oidc-provider'
import { chooserPage } from './chooser-page.ts'
import { type FalseToken, falsified, falseTokenOf } from './false-tokens.ts'
import { anotherPerson, PEOPLE, type Person } from './people.ts'

/** Where the Google sandbox listens and the people it knows. */
export interface GoogleSandboxOptions {
  port: number
  host: string
  /** Its own address, as discovery and tokens name it. */
  issuer: string
  clientId: string
  clientSecret: string
  redirectUris: string[]
  /** Keeps the signing key between runs, because clients cache it; without this, every run has a new key. */
  stateFile?: string
}

/**
 * An OpenID provider that behaves like Google, with an account chooser instead of a sign-in. Discovery is at the
 * issuer. Rejects when the port is in use.
 */
export async function startGoogleSandbox(
  options: GoogleSandboxOptions,
): Promise<{ close(): Promise<void> }> {
  const people: People = new Map(PEOPLE.map((person) => [person.sub, { person }]))
  const provider = await createProvider(options, people)
  const answerOidc = provider.callback()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/health') response.end('ok')
    else if (path.startsWith('/choose/')) {
      choose(provider, people, request, response).catch((error: unknown) => {
        response.writeHead(400, { 'content-type': 'text/plain' })
        response.end(`This sign-in is over; start again. (${String(error)})`)
      })
    } else {
      request.url = asGoogle(path)
      void answerOidc(request, response)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Everyone the sandbox knows, and which claim of their next ID token is false. */
type People = Map<string, { person: Person; falseToken?: FalseToken | null }>

/**
 * Google issues an ID token even for "email profile", where the standard requires "openid"; and the chooser is always
 * shown, so that one browser can be several people.
 */
function asGoogle(path: string): string {
  const url = new URL(path, 'http://sandbox')
  if (url.pathname !== '/auth') return path
  const scopes = new Set((url.searchParams.get('scope') ?? '').split(' ').filter(Boolean))
  url.searchParams.set('scope', [...scopes.add('openid')].join(' '))
  url.searchParams.set('prompt', 'login')
  return url.pathname + url.search
}

async function createProvider(options: GoogleSandboxOptions, people: People) {
  const secrets = await keptSecrets(options.stateFile)
  const provider = new Provider(options.issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: options.redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [secrets.key] },
    cookies: { keys: [secrets.cookieKey] },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Google puts the claims of the scopes in the ID token itself.
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/choose/${interaction.uid}` },
    ttl: {
      AuthorizationCode: 60,
      AccessToken: 3600,
      IdToken: 3600,
      Grant: 3600,
      Interaction: 3600,
      Session: 3600,
    },
    findAccount: (_ctx, sub) => {
      const known = people.get(sub)
      return known && { accountId: sub, claims: () => ({ ...known.person }) }
    },
    // Choosing an account counts as consent.
    async loadExistingGrant(ctx) {
      const accountId = ctx.oidc.session?.accountId
      const clientId = ctx.oidc.client?.clientId
      if (!accountId || !clientId) return undefined
      const grant = new ctx.oidc.provider.Grant({ accountId, clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    const answer = ctx.body as { id_token?: string } | undefined
    const how = people.get(ctx.oidc?.entities.Account?.accountId ?? '')?.falseToken
    if (!how || ctx.oidc.route !== 'token' || !answer?.id_token) return
    const { id_token: token, ...rest } = answer
    const made = await falsified(token, how, secrets.key)
    ctx.body = made === null ? rest : { ...rest, id_token: made }
  })
  return provider
}

async function choose(
  provider: Provider,
  people: People,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(chooserPage(String(params['client_id'])))
    return
  }
  const result = decide(new URLSearchParams(await text(request)), people)
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

function decide(form: URLSearchParams, people: People): InteractionResults {
  const failure = form.get('fail')
  if (failure) return { error: failure, error_description: 'Chosen on the sandbox page' }
  const known = PEOPLE.find((person) => person.email === form.get('person'))
  const person =
    known ??
    anotherPerson((form.get('email') ?? '').trim(), form.get('name') ?? '', !form.get('unverified'))
  people.set(person.sub, { person, falseToken: falseTokenOf(form.get('false_token')) })
  return { login: { accountId: person.sub, remember: false } }
}

interface KeptSecrets {
  key: JWK
  cookieKey: string
}

async function keptSecrets(file: string | undefined): Promise<KeptSecrets> {
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as KeptSecrets
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = {
    ...(await exportJWK(privateKey)),
    alg: 'RS256',
    use: 'sig',
    kid: randomBytes(8).toString('hex'),
  }
  const secrets = { key, cookieKey: randomBytes(32).toString('base64url') }
  if (file) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  }
  return secrets
}
