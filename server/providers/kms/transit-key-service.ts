import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { KmsConfig } from '#server/config/kms-config.ts'
import { readPrivateFile } from '#server/config/private-text.ts'
import {
  contextText,
  inWords,
  type KeyContext,
  KeyServiceFailure,
  type KeyService,
} from '#server/keyring/key-service.ts'

/** How long a KMS may take. */
export interface KmsPatience {
  /** The timeout of one response, in ms. */
  answerMs: number
  /** The pauses before each further attempt, in ms. */
  pausesMs: readonly number[]
}

/** A starting process waits for it, and whatever starts the process waits for that: 24 s at most for one key. */
const PATIENCE: KmsPatience = { answerMs: 5_000, pausesMs: [500, 1_000, 2_000] }

/** Far more than a wrapped key. */
const ANSWER_BYTES = 65_536

/** Tokens of Vault and OpenBao are shorter; anything that is not a token must not become a header. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/

const base64 = z.base64().max(1_024)
const wrappedAnswer = z.object({
  data: z.object({ ciphertext: z.string().regex(/^vault:v\d{1,9}:[A-Za-z0-9+/=]{1,2048}$/) }),
})
const unwrappedAnswer = z.object({ data: z.object({ plaintext: base64 }) })

/** Failures that may resolve by themselves: no response, too many requests, a KMS that is sealed or restarting. */
class Passing extends Error {}

/**
 * The Transit engine of Vault and OpenBao (https://openbao.org/api-docs/secret/transit). The context travels as
 * associated data, which the engine authenticates with keys of type aes256-gcm96. Failures that may resolve by
 * themselves are retried; all others fail at once.
 */
export function transitKeyService(config: KmsConfig, patience = PATIENCE): KeyService {
  const at = `The KMS at ${new URL(config.url).origin}`

  async function ask(verb: 'encrypt' | 'decrypt', context: KeyContext, input: object) {
    const body = JSON.stringify({
      ...input,
      associated_data: Buffer.from(contextText(context)).toString('base64'),
    })
    for (const [attempt, pauseMs] of [...patience.pausesMs, null].entries()) {
      try {
        return await answerOf(config, { verb, body, answerMs: patience.answerMs }, (problem) =>
          refusal(problem, verb, context),
        )
      } catch (error) {
        if (!(error instanceof Passing)) throw error
        if (pauseMs === null)
          throw new KeyServiceFailure(
            `${at} did not answer: ${attempt + 1} attempts, the last one with ${error.message}.`,
          )
        await pause(pauseMs)
      }
    }
    throw new KeyServiceFailure(`${at} was not asked.`)
  }

  function refusal(problem: string, verb: string, context: KeyContext): KeyServiceFailure {
    const what = verb === 'encrypt' ? 'wrap' : 'unwrap'
    return new KeyServiceFailure(`${at} does not ${what} ${inWords(context)}: ${problem}.`)
  }

  return {
    async wrap(key, context) {
      const plaintext = Buffer.from(key).toString('base64')
      const answer = wrappedAnswer.safeParse(await ask('encrypt', context, { plaintext }))
      if (answer.success) return answer.data.data.ciphertext
      throw refusal('its answer is not one of Transit’s', 'encrypt', context)
    },
    async unwrap(wrapped, context) {
      const answer = unwrappedAnswer.safeParse(
        await ask('decrypt', context, { ciphertext: wrapped }),
      )
      const key = Buffer.from(answer.data?.data.plaintext ?? '', 'base64')
      if (key.length === 32) return key
      throw refusal('its answer is not a key of 32 bytes', 'decrypt', context)
    },
  }
}

interface Question {
  verb: 'encrypt' | 'decrypt'
  body: string
  answerMs: number
}

/** Returns the JSON of a response. Throws Passing, or the error that `refusal` makes of a problem. */
async function answerOf(
  { url, key, tokenFile }: KmsConfig,
  { verb, body, answerMs }: Question,
  refusal: (problem: string) => KeyServiceFailure,
): Promise<unknown> {
  const token = tokenIn(tokenFile)
  let status: number
  let text: string | null
  try {
    const response = await fetch(`${url}/v1/transit/${verb}/${key}`, {
      method: 'POST',
      // A redirect would send the token to another host.
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'x-vault-request': 'true',
        'x-vault-token': token,
      },
      body,
      signal: AbortSignal.timeout(answerMs),
    })
    ;({ status } = response)
    text = await limitedText(response)
  } catch (error) {
    throw new Passing(causeOf(error))
  }
  if (status === 429 || status >= 500) throw new Passing(`status ${status}`)
  if (status !== 200) throw refusal(`${meaningOf(status, verb)} (status ${status})`)
  if (text === null) throw refusal(`its answer has more than ${ANSWER_BYTES} bytes`)
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the response text.
    throw refusal('its answer is not JSON, or was cut off')
  }
}

function tokenIn(file: string): string {
  const read = readPrivateFile(file)
  if ('problem' in read) throw new KeyServiceFailure(`KMS_TOKEN_FILE ${read.problem}.`)
  const token = read.text.trim()
  if (TOKEN.test(token)) return token
  throw new KeyServiceFailure('KMS_TOKEN_FILE does not hold a token.')
}

/** Returns the text of a response; null if it is longer than any of Transit's. */
async function limitedText(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > ANSWER_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Explains a status of Transit to the operator who set up the KMS. */
function meaningOf(status: number, verb: Question['verb']): string {
  if (status === 403)
    return `the token in KMS_TOKEN_FILE has ended, or its policy does not let it update transit/${verb}/ with this key`
  if (status === 404) return 'there is no Transit engine at transit/'
  if (status >= 300 && status < 400)
    return 'it leads to another address, and KMS_URL has to be the one that answers'
  if (verb === 'encrypt') return 'KMS_KEY has to be a key of type aes256-gcm96, not derived'
  return 'another key wrapped it, a version that is no longer allowed, or for another name or version; or it was changed'
}

/** The code of a network error, or of a timeout. */
function causeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return 'nothing in time'
  return typeof cause?.code === 'string' ? cause.code : 'a connection that ended early'
}
