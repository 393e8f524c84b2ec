import type { Pool } from '#server/db/pool.ts'
import type { PaymentProvider } from '#server/providers/stripe/payment-provider.ts'

/** A product with a guard removed, without changing its files: a run must notice it. */
export interface Broken {
  name: string
  /** Text to replace in every statement the product sends. */
  statements?: readonly (readonly [from: string, to: string])[]
  /** Run on the fresh database. */
  schema?: readonly string[]
  provider?: (provider: PaymentProvider) => PaymentProvider
}

interface Sent {
  text?: string
  name?: string
}

/** Makes every connection of a pool send statements as the broken product would. */
export function breakStatements(pool: Pool, replacements: Broken['statements'] = []): void {
  if (replacements.length === 0) return
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const sendBroken = (statement: unknown, ...rest: unknown[]) => {
      if (typeof statement !== 'object' || statement === null) return send(statement, ...rest)
      const { text = '', name } = statement as Sent
      const [from, to] = replacements.find(([one]) => text.includes(one)) ?? ['', '']
      if (from === '') return send(statement, ...rest)
      // Prepared under another name: the original text may already be prepared.
      return send({ ...statement, text: text.replace(from, to), name: `${name}-broken` }, ...rest)
    }
    Object.assign(client, { query: sendBroken })
  })
}
