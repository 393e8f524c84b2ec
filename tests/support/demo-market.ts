import {
  CREATORS,
  DEMO_OPERATOR,
  DEMO_PASSWORD,
  ELLEN,
  PROJECTS,
  READY_CREATORS,
} from '#scripts/demo/cast.ts'
import { playProject, setUpPayouts } from '#scripts/demo/deals.ts'
import { enterOperator } from '#scripts/demo/operator.ts'
import { enterPerson } from '#scripts/demo/people.ts'
import type { Session } from '#scripts/demo/session.ts'
import { createPool } from '#server/db/pool.ts'
import type { Stack } from './servers.ts'

/** What a story finds in a stack with the demo's people and deals in it. */
export interface DemoMarket {
  seller: { email: string; password: string; id: string }
  /** Has the running deal. */
  creator: { email: string; password: string; id: string }
  /** Operates the market; `appSecret` is the key of their authenticator app. */
  operator: { email: string; password: string; appSecret: string }
  /** A project's id by its outcome: draft, active, held, completed, cancelled. */
  projectIds: Record<string, string>
}

/** Fills a stack as `npm start` does on its first run, through its own API. */
export async function fillWithDemo(stack: Stack): Promise<DemoMarket> {
  const pool = createPool(stack.databaseUrl, 2)
  try {
    const seller = await enterPerson(pool, stack.url, ELLEN)
    const creators = new Map<string, Session>()
    for (const person of CREATORS)
      creators.set(person.key, await enterPerson(pool, stack.url, person))
    for (const key of READY_CREATORS) {
      const ready = creators.get(key)
      if (ready !== undefined) await setUpPayouts(ready)
    }
    const projectIds: Record<string, string> = {}
    for (const project of PROJECTS)
      projectIds[project.ends] = await playProject(project, seller, creators)
    const maya = CREATORS[0]
    const creator = creators.get('maya')
    if (maya === undefined || creator === undefined)
      throw new Error('the cast has lost its first creator')
    const password = DEMO_PASSWORD
    return {
      seller: { email: ELLEN.email, password, id: seller.userId },
      creator: { email: maya.email, password, id: creator.userId },
      operator: {
        email: DEMO_OPERATOR.email,
        password,
        appSecret: await enterOperator(pool, stack.url),
      },
      projectIds,
    }
  } finally {
    await pool.end()
  }
}
