import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type KmsKey, newKey, openKmsState } from './kms-keys.ts'
import { decrypt, encrypt } from './transit-cipher.ts'

/** Where the KMS sandbox listens, and the one token it knows. */
export interface KmsSandboxOptions {
  /** 0 selects any free port; the address is in the result. */
  port: number
  host: string
  token: string
  /** Keeps its keys between runs; without this, every run has new ones. */
  stateFile?: string
}

/** A running sandbox, and its address. */
export interface KmsSandbox {
  url: string
  close(): Promise<void>
}

/**
 * A KMS that behaves like the Transit engine of Vault and OpenBao for keys of type aes256-gcm96: makes, rotates and
 * restricts keys, encrypts and decrypts with associated data, and reports errors as they do. Rejects when the port is
 * in use.
 */
export async function startKmsSandbox(options: KmsSandboxOptions): Promise<KmsSandbox> {
  const state = openKmsState(options.stateFile)
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      reply(response, 500, { errors: [error instanceof Error ? error.message : String(error)] })
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/health') return void response.end('ok')
    const [, verb = '', name = '', rest] =
      /^\/v1\/transit\/(keys|encrypt|decrypt)\/([\w.-]+)(?:\/(rotate|config))?$/.exec(
        request.url ?? '',
      ) ?? []
    if (verb === '') return reply(response, 404, { errors: [] })
    if (!isSame(String(request.headers['x-vault-token'] ?? ''), options.token))
      return reply(response, 403, { errors: ['permission denied'] })
    const body = JSON.parse((await text(request)) || '{}') as Record<string, string | undefined>
    const key = state.keys[name]
    if (verb === 'keys') return changeKey(response, { key, name, rest }, body)
    if (key === undefined) return reply(response, 400, { errors: ['encryption key not found'] })
    const result = verb === 'encrypt' ? encrypt(key, body) : decrypt(key, body)
    return 'problem' in result
      ? reply(response, 400, { errors: [result.problem] })
      : reply(response, 200, { data: result })
  }

  function changeKey(
    response: ServerResponse,
    { key, name, rest }: { key: KmsKey | undefined; name: string; rest: string | undefined },
    body: Record<string, unknown>,
  ): void {
    if (rest === undefined) state.keys[name] ??= newKey()
    else if (key === undefined) return reply(response, 400, { errors: ['no existing key found'] })
    else if (rest === 'rotate') key.versions.push(...newKey().versions)
    else key.minDecryptionVersion = Number(body['min_decryption_version'] ?? 1)
    state.save()
    reply(response, 204)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    url: `http://${options.host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function reply(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? '' : JSON.stringify(body))
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
