import { fillDatabase } from '#tests/generate/fill.ts'

/** A market after some months, which still fits into PostgreSQL's own memory. */
const PROJECTS = 4_000

/** Fills a migrated, empty database with people, projects in every state, deals and messages; no one can sign in. */
export const fillMarket = (databaseUrl: string): Promise<void> =>
  fillDatabase(databaseUrl, { projects: PROJECTS, now: new Date(), passwordHash: '-' })
