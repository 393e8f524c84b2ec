import type pg from 'pg'
import type { Pool } from '#server/db/pool.ts'
import type { Statement } from '#server/db/sql.ts'

/** Records what a pool sends to PostgreSQL from now on; the returned function returns the record and clears it. */
export function watchStatements(pool: Pool): () => string[] {
  const sent = watchQueries(pool)
  return () => sent().map(({ text }) => text)
}

/** The same, with the values of each statement. */
export function watchQueries(pool: Pool): () => Pick<Statement, 'text' | 'values'>[] {
  let seen: Pick<Statement, 'text' | 'values'>[] = []
  const isWatched = new WeakSet()
  // On every use, not only on connecting: the pool may already have connections.
  pool.on('acquire', (client) => {
    if (isWatched.has(client)) return
    isWatched.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]) => {
      const [first, second] = args
      const { text, values } =
        typeof first === 'string' ? { text: first, values: undefined } : (first as pg.QueryConfig)
      seen.push({ text, values: values ?? (Array.isArray(second) ? second : []) })
      return query(...args)
    }
    client.query = watched as typeof client.query
  })
  return () => {
    const taken = seen
    seen = []
    return taken
  }
}

/** What a statement does, and to which table: two statements of the same kind cost the same. */
export function kindOf(statement: string): string {
  const text = statement.replace(/\s+/g, ' ').trim().toLowerCase()
  const [verb = ''] = text.split(' ')
  const table = /(?:from|into|update|add_job) ?\(?"?([\w.]+)/.exec(text)?.[1] ?? ''
  return /^(begin|commit|savepoint|rollback|set)/.test(verb) ? text : `${verb} ${table}`
}
