import Stripe from 'stripe'
import type { DirectCall, SilentSandbox } from './server.ts'

/** The SDK's constructor parameters; their types have no exported names. */
type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>

/** The sandbox's response, as the official SDK reads it. */
export class DirectResponse extends Stripe.HttpClientResponse {
  private readonly body: string

  constructor(answer: Awaited<ReturnType<SilentSandbox['call']>>) {
    super(answer.status, answer.headers)
    this.body = answer.body
  }

  override getRawResponse(): unknown {
    return {}
  }

  override toJSON(): Promise<unknown> {
    return Promise.resolve(JSON.parse(this.body))
  }
}

/** The SDK's request, in the sandbox's form. */
export function directCall(
  method: string,
  path: string,
  headers: Parameters<HttpClient['makeRequest']>[4],
  body: string,
): DirectCall {
  const given = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { method, path, headers: Object.fromEntries(given), body }
}

/** The SDK's connection to a sandbox in this process, without sockets. */
export class DirectClient implements HttpClient {
  private readonly sandbox: Pick<SilentSandbox, 'call'>

  constructor(sandbox: Pick<SilentSandbox, 'call'>) {
    this.sandbox = sandbox
  }

  getClientName(): string {
    return 'direct'
  }

  async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: Parameters<HttpClient['makeRequest']>[4],
    body: string,
  ): ReturnType<HttpClient['makeRequest']> {
    return new DirectResponse(await this.sandbox.call(directCall(method, path, headers, body)))
  }
}
