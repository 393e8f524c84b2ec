import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import { CREATORS, DEMO_OPERATOR, DEMO_PASSWORD, ELLEN, PROJECTS, READY_CREATORS } from './cast.ts'
import { joinedAgo, stretchIntoPast } from './backdate.ts'
import { clearHalfADemo } from './clear-half-a-demo.ts'
import { playProject, setUpPayouts } from './deals.ts'
import { enterOperator } from './operator.ts'
import { enterPerson } from './people.ts'
import type { Session } from './session.ts'

/**
 * Fills a fresh, running copy with demo data through its own API, so that the data is exactly what people would have
 * made: real files, real sandbox charges, a balanced ledger. Prints how to sign in. An interrupted run starts again
 * from nothing.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const baseUrl = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`
  const pool = createPool(config.databaseUrl, 3)
  let appSecret = ''
  try {
    await clearHalfADemo(pool)
    const seller = await enterPerson(pool, baseUrl, ELLEN)
    const creators = new Map<string, Session>()
    for (const person of CREATORS)
      creators.set(person.key, await enterPerson(pool, baseUrl, person))
    for (const key of READY_CREATORS) {
      const creator = creators.get(key)
      if (creator !== undefined) await setUpPayouts(creator)
    }
    // The first of them joined the longest ago.
    const people = [seller, ...creators.values()]
    for (const [nth, { userId }] of people.entries()) await joinedAgo(pool, userId, 60 - 5 * nth)
    for (const project of PROJECTS) {
      const id = await playProject(project, seller, creators)
      await stretchIntoPast(pool, id, project.postedAgo)
    }
    appSecret = await enterOperator(pool, baseUrl)
  } finally {
    await pool.end()
  }
  for (const person of [ELLEN, ...CREATORS]) {
    process.stdout.write(`${person.email}  ${DEMO_PASSWORD}  (${person.role}, ${person.name})\n`)
  }
  process.stdout.write(
    `${DEMO_OPERATOR.email}  ${DEMO_PASSWORD}  (operator, ${DEMO_OPERATOR.name}; key for an authenticator app: ${appSecret})\n`,
  )
}

await main()
