import { readConfig } from '#server/config.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { CREATORS, DEMO_OPERATOR, DEMO_PASSWORD, ELLEN, PROJECTS, READY_CREATORS } from './cast.ts'
import { joinedAgo, rewriteHistory, stretchIntoPast } from './backdate.ts'
import { playProject, setUpPayouts } from './deals.ts'
import { enterOperator } from './operator.ts'
import { enterPerson } from './people.ts'
import type { Session } from './session.ts'

/**
 * Fills a fresh, running copy with demo data through its own API, so that the data is exactly what people
 * would have made: real files, real sandbox charges, a balanced ledger. Prints how to sign in. A run that was
 * cut short begins again from nothing.
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
    // The first of them the longest ago.
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

/** A demo that was cut short is taken away first. Throws when anybody else has signed up meanwhile. */
async function clearHalfADemo(pool: Pool): Promise<void> {
  const cast = [ELLEN, ...CREATORS, DEMO_OPERATOR].map((person) => person.email)
  const others = await pool.query('select 1 from auth.users where email <> all($1)', [cast])
  if (others.rowCount !== 0)
    throw new Error('other people have signed up, so the demo data stays half filled in')
  await rewriteHistory(pool, async (tx) => {
    await tx.query(
      `truncate profiles, projects, files, deal_disputes, deal_dispute_statements, deliverables, applications, payments, money_ops, money_differences,
        ledger_movements, ledger_entries, conversations, messages, project_invitations, payouts, payout_transfers,
        stripe_accounts, customer_payment_methods, events,
        notifications, notification_preferences, message_digests, saved_searches, saved_search_finds,
        search_words, operator_acts`,
    )
    await tx.query('delete from auth.users')
  })
}

await main()
