import { AsyncResource } from 'node:async_hooks'
import type { Attributes } from '@opentelemetry/api'
import type pg from 'pg'
import type { Pool } from '#server/db/pool.ts'

/** Longer statements are truncated to this length. */
const TEXT_LENGTH = 400

type AnyFunction = (...args: unknown[]) => unknown

/** Where statements report their spans, each below the current span. */
export interface Spans {
  /** Null outside of any request or job. */
  begin(name: string, attributes: Attributes): { end(error?: unknown): void } | null
}

/**
 * Makes every statement of a pool a span: its text with $1, $2, … as in the server's code, never a value. Wraps
 * connections as they are opened, so it must be called before the first statement.
 */
export function traceStatements(pool: Pool, spans: Spans): void {
  const connect = pool.connect.bind(pool) as AnyFunction
  // A waiter gets its connection in the async context of the caller that released it, so its own is restored.
  const bound = (...args: unknown[]) =>
    connect(
      ...args.map((arg) =>
        typeof arg === 'function' ? AsyncResource.bind(arg as AnyFunction) : arg,
      ),
    )
  pool.connect = bound as typeof pool.connect
  pool.on('connect', (client) => traceClient(client, spans))
}

function traceClient(client: pg.PoolClient, spans: Spans): void {
  const query = client.query.bind(client) as AnyFunction
  const traced: AnyFunction = (...args) => {
    const text = textOf(args[0])
    const span = text === null ? null : spans.begin(nameOf(text), attributesOf(text))
    if (span === null) return query(...args)
    const last = args.at(-1)
    if (typeof last === 'function') {
      const answer = last as AnyFunction
      return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
        span.end(error)
        return answer(error, result)
      })
    }
    const result = query(...args) as Promise<unknown>
    result.then(
      () => span.end(),
      (error: unknown) => span.end(error ?? new Error('unknown')),
    )
    return result
  }
  client.query = traced as typeof client.query
}

/** Null for traffic that is not a statement (a COPY stream). */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return null
  const { text } = statement as { text?: unknown }
  return typeof text === 'string' ? text : null
}

/** Returns a name like "select projects": the verb and the first table, which make a list of spans readable. */
function nameOf(text: string): string {
  const [verb = ''] = /[a-z]+/i.exec(text) ?? []
  const table = /\b(?:from|into|update)\s+([a-z_.]+)/i.exec(outsideParentheses(text))?.[1]
  return [verb.toLowerCase(), table].filter((part) => part !== undefined).join(' ')
}

const attributesOf = (text: string) => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.replace(/\s+/g, ' ').trim().slice(0, TEXT_LENGTH),
})

/** Returns a statement without its subqueries, because their tables are not what it is about. */
function outsideParentheses(text: string): string {
  let depth = 0
  let outside = ''
  for (const part of text.split(/([()])/)) {
    if (part === '(') depth += 1
    else if (part === ')') depth -= 1
    else if (depth === 0) outside += part
  }
  return outside
}
