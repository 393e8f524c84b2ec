import type pg from 'pg'
import type { Pool } from '#server/db/pool.ts'

/** Writes down what a pool asks of PostgreSQL from now on; the returned function answers and forgets it. */
export function watchStatements(pool: Pool): () => string[] {
  let seen: string[] = []
  const isWatched = new WeakSet()
  // On every use, not only on connecting: the pool may have connections already.
  pool.on('acquire', (client) => {
    if (isWatched.has(client)) return
    isWatched.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]) => {
      const [first] = args
      seen.push(typeof first === 'string' ? first : (first as pg.QueryConfig).text)
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

/** What a statement does, and to which table: two of the same kind cost the same. */
export function kindOf(statement: string): string {
  const text = statement.replace(/\s+/g, ' ').trim().toLowerCase()
  const [verb = ''] = text.split(' ')
  const table = /(?:from|into|update|add_job) ?\(?"?([\w.]+)/.exec(text)?.[1] ?? ''
  return /^(begin|commit|savepoint|rollback|set)/.test(verb) ? text : `${verb} ${table}`
}
