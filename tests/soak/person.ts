import { AuthClient, isAuthSessionMissingError } from '@supabase/auth-js'
import { type RouteKey, routeParts, routePath } from '#contract/api.ts'
import { AUTH_PATH } from '#contract/auth.ts'
import type { Role } from '#contract/profiles.ts'
import type { Answer, Input } from '#contract/schemas.ts'
import type { Journal } from './journal.ts'
import type { Heard, Line } from './line.ts'
import { Loss } from './loss.ts'
import type { MailPost } from './mail-post.ts'
import { count } from './tally.ts'

/** What everyone needs. */
export interface Town {
  line: Line
  journal: Journal
  mail: MailPost
  /** The two people of each conversation, by address. */
  talks: Map<string, readonly string[]>
}

/** Refusals that only mean "not now", including those of a broken provider, which leave the money where it was. */
const NOT_NOW: readonly string[] = [
  'payment.moving',
  'payment.release_refused',
  'payment.return_refused',
  'upload.busy',
  'upload.out_of_step',
]

type Refused = Extract<Heard, { is: 'refused' }>

/** A person with an account, whose commands are retried until they are acknowledged. */
export class Person {
  readonly town: Town
  readonly email: string
  readonly role: Role
  id = ''
  private password = 'sturdy-oak-cart-42'
  private tokens = { access: '', refresh: '' }
  private renewing: Promise<void> | null = null

  private constructor(town: Town, name: string, role: Role) {
    this.town = town
    this.role = role
    this.email = `${name}@example.com`
  }

  get token(): string {
    return this.tokens.access
  }

  /** Signs up, confirms by the mailed link and signs in; each step is retried until it is acknowledged. */
  static async join(town: Town, name: string, role: Role): Promise<Person> {
    const person = new Person(town, name, role)
    const { email, password } = person
    await person.auth('signup', async (auth) =>
      auth.signUp({ email, password, options: { data: { name, role } } }),
    )
    const link = await town.line.persist(`the mail that confirms ${email}`, async () => {
      // An unacknowledged mail may be requested again; an acknowledged one must arrive.
      const [mail] = town.mail.mailsTo(email)
      return mail?.links.find((address) => address.includes('/auth/'))
    })
    const token_hash = new URL(link).searchParams.get('token') ?? ''
    const done = await person.auth('verify', async (auth) => {
      const answer = await auth.verifyOtp({ type: 'signup', token_hash })
      // An attempt whose response was lost has consumed the link.
      return answer.error?.code === 'otp_expired'
        ? auth.signInWithPassword({ email, password })
        : answer
    })
    person.id = done.user?.id ?? ''
    person.keep(done.session)
    town.journal.note('people', { id: person.id, email, role })
    return person
  }

  /**
   * Sends a command and retries it until it is acknowledged. `settled` finds out the outcome of one whose response was
   * lost or refused.
   */
  async command<K extends RouteKey>(
    key: K,
    input: Partial<Input<K>> & Record<string, unknown>,
    settled?: (refusal: Refused | null) => Promise<Answer<K> | null>,
  ): Promise<Answer<K>> {
    let tries = 0
    const answer = await this.town.line.persist(`${key} of ${this.email}`, async () => {
      const before = tries === 0 ? null : ((await settled?.(null)) ?? null)
      if (before !== null) return before
      tries += 1
      const heard = await this.ask(key, input)
      if (heard.is === 'done') return JSON.parse(heard.body.toString()) as Answer<K>
      if (heard.is === 'unknown' || isNotNow(heard)) return undefined
      const found = (await settled?.(heard)) ?? null
      if (found !== null) return found
      throw new Loss(
        `${key} ${JSON.stringify(input)} by ${this.email} was refused: ${JSON.stringify(heard.problem)}`,
      )
    })
    count(this.town.line.tally.acknowledged, key)
    return answer
  }

  /** Reads, however long it takes. Throws Loss when the read is refused. */
  async read<K extends RouteKey>(
    key: K,
    input: Partial<Input<K>> & Record<string, unknown> = {},
  ): Promise<Answer<K>> {
    return this.town.line.persist(`${key} of ${this.email}`, async () => {
      const heard = await this.ask(key, input)
      if (heard.is === 'done') return JSON.parse(heard.body.toString()) as Answer<K>
      if (heard.is === 'unknown') return undefined
      throw new Loss(`${key} ${JSON.stringify(input)} of ${this.email}: ${heard.status}`)
    })
  }

  /** Makes one attempt with a valid token: if the token is refused, the next attempt uses a new one. */
  private async ask(key: RouteKey, input: object): Promise<Heard> {
    const { params, query, body } = input as {
      params?: Record<string, string>
      query?: Record<string, unknown>
      body?: unknown
    }
    const pairs = Object.entries(query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const search = new URLSearchParams(pairs).toString()
    return this.send({
      name: key,
      method: routeParts(key).method,
      path: `${routePath(key, params)}${search === '' ? '' : `?${search}`}`,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** The same for anything that is not an API call. */
  async send(ask: Parameters<Line['ask']>[0]): Promise<Heard> {
    for (let again = 0; ; again += 1) {
      const used = this.token
      const headers = { ...ask.headers, authorization: `Bearer ${used}` }
      const heard = await this.town.line.ask({ ...ask, headers })
      if (heard.is !== 'refused' || heard.status !== 401 || again === 3) return heard
      if (used === this.token) await this.renew()
    }
  }

  /** Signs out everywhere and in again: from then on the old session must be dead. */
  async signOutAndIn(): Promise<void> {
    const old = this.tokens.refresh
    await this.auth('logout', async (auth) => {
      const { error } = await auth.admin.signOut(this.token, 'global')
      // If it is already gone, the request was fulfilled by an attempt whose response was lost.
      const isGone =
        error?.status === 401 || error?.status === 403 || isAuthSessionMissingError(error)
      return { data: {}, error: isGone ? null : error }
    })
    const { line } = this.town
    await line.persist('the end of a session', async () => {
      const heard = await line.ask({
        name: 'token',
        method: 'POST',
        path: `${AUTH_PATH}/token?grant_type=refresh_token`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: old }),
      })
      if (heard.is === 'done') throw new Loss(`${this.email} is signed in after signing out`)
      return heard.is === 'refused' ? true : undefined
    })
    await this.signIn()
  }

  /** Gets a new token through the refresh token or, when that is no longer valid, the password. */
  renew(): Promise<void> {
    this.renewing ??= this.renewOnce().finally(() => {
      this.renewing = null
    })
    return this.renewing
  }

  private async renewOnce(): Promise<void> {
    const refresh_token = this.tokens.refresh
    const { data, error } = await this.authClient().refreshSession({ refresh_token })
    if (error === null && data.session !== null) this.keep(data.session)
    else await this.signIn()
  }

  /** Gets a token through the password, which must be the acknowledged one. */
  async signIn(): Promise<void> {
    const { email, password } = this
    const { session } = await this.auth('token', async (auth) => {
      const { data, error } = await auth.signInWithPassword({ email, password })
      return { data: { session: data.session }, error }
    })
    this.keep(session)
  }

  private keep(session: { access_token: string; refresh_token: string } | null | undefined): void {
    if (session === null || session === undefined)
      throw new Loss(`${this.email} was let in without a session`)
    this.tokens = { access: session.access_token, refresh: session.refresh_token }
  }

  private authClient(): InstanceType<typeof AuthClient> {
    return new AuthClient({
      url: `${this.town.line.url}${AUTH_PATH}`,
      autoRefreshToken: false,
      persistSession: false,
      // The client itself waits for ever.
      fetch: (input, init) => fetch(input, { ...init, signal: this.town.line.patience() }),
      storageKey: `${this.email} ${Math.random()}`,
    })
  }

  /** Performs a step of the auth service until it is acknowledged, through the client that every browser uses. */
  private async auth<Data>(
    name: string,
    step: (
      auth: InstanceType<typeof AuthClient>,
    ) => Promise<{ data: Data; error: { status?: number | undefined; message: string } | null }>,
  ): Promise<Data> {
    const { line } = this.town
    const { tally } = line
    const data = await line.persist(`${name} of ${this.email}`, async () => {
      const { data: given, error } = await step(this.authClient()).catch((thrown: unknown) => ({
        data: null,
        error: { status: 0, message: String(thrown) },
      }))
      if (error === null) return given ?? undefined
      const { status = 0 } = error
      if (status === 0 || status >= 500) {
        if (status === 503) tally.unavailable += 1
        else if (status === 0) tally.unanswered += 1
        else count(tally.failed, `auth ${name}: ${status}`)
        return undefined
      }
      throw new Loss(`${name} of ${this.email} was refused: ${status} ${error.message}`)
    })
    count(tally.acknowledged, `auth ${name}`)
    return data
  }
}

const isNotNow = ({ problem }: Refused) => NOT_NOW.includes(problem.code ?? '')
