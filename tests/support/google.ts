import { startGoogleSandbox } from '#sandbox/google/google-sandbox.ts'
import { freePort } from '#scripts/ports.ts'
import type { AuthConfig } from '#server/config/auth-config.ts'
import { startAuth, type TestAuth } from './auth.ts'

/** A browser: follows redirects with its cookies, one step per visit. */
export interface TestBrowser {
  visit(url: URL, form?: URLSearchParams): Promise<URL>
  /** The cookie header it would send. */
  cookies(): string
  /** Leads from an address of ours to the one that Google sends the person back to; `person` is the chooser's form. */
  choose(start: URL, person: Record<string, string>): Promise<URL>
}

/** An auth service with its own Google beside it. */
export interface TestGoogle {
  auth: TestAuth
  issuer: string
  client: { clientId: string; clientSecret: string }
  browser(cookies?: Map<string, string>): TestBrowser
  close(): Promise<void>
}

/** Starts both; `on` shares the database of another service. */
export async function startAuthWithGoogle(
  modes: Partial<AuthConfig> = {},
  on?: TestAuth,
): Promise<TestGoogle> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const client = { clientId: 'cartwright', clientSecret: 'a-secret-of-the-client' }
  const config = { google: { issuer, ...client } }
  const auth = await startAuth({ auth: modes, config, ...(on === undefined ? {} : { on }) })
  const redirectUris = [`${auth.url}/callback`]
  const sandbox = await startGoogleSandbox({
    port,
    host: '127.0.0.1',
    issuer,
    ...client,
    redirectUris,
  })
  return {
    auth,
    issuer,
    client,
    browser: (cookies) => browserOf(issuer, cookies),
    async close() {
      await auth.close()
      await sandbox.close()
    },
  }
}

function browserOf(issuer: string, cookies = new Map<string, string>()): TestBrowser {
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const visit = async (url: URL, form?: URLSearchParams): Promise<URL> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: header() },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return new URL(answer.headers.get('location') ?? url, url)
  }
  return {
    visit,
    cookies: header,
    async choose(start, person) {
      let at = start
      while (!at.pathname.startsWith('/choose/')) at = await visit(at)
      at = await visit(at, new URLSearchParams(person))
      while (at.origin === issuer) at = await visit(at)
      return at
    },
  }
}

/** The whole flow with the official client. Returns where the person lands, and with what. */
export async function comeFromGoogle(
  { auth, browser }: TestGoogle,
  person: Record<string, string>,
  flowType: 'pkce' | 'implicit' = 'pkce',
) {
  const client = auth.client(flowType)
  const { data } = await client.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: `${auth.siteUrl}/dashboard`, skipBrowserRedirect: true },
  })
  const window = browser()
  const callback = await window.choose(new URL(data.url ?? ''), person)
  return { client, window, callback, landing: await window.visit(callback) }
}

/** The error that a landing page reports. */
export const failureOf = (landing: URL) => [
  landing.searchParams.get('error'),
  landing.searchParams.get('error_code'),
]
