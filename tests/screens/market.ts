import type { Browser } from 'playwright-core'
import { DEMO_OPERATOR } from '#scripts/demo/cast.ts'
import { PEOPLE } from '#scripts/demo/market/market.ts'
import { proveOperator } from '#scripts/demo/operator.ts'
import { ask, type DemoCopy, type SignedIn, signIn } from '#tests/support/demo-copy.ts'

/** One of the market's people who appears in few pictures. */
const SECOND = { email: 'sam@creators.example' } as const

/** The settings a copy is started with, so that a large decision has a second operator. */
export const TWO_OPERATORS = {
  OPERATOR_EMAILS: `${DEMO_OPERATOR.email},${SECOND.email}`,
} as const

/** A project of the market, as the pages of its two sides know it. */
export interface MarketProject {
  id: string
  title: string
  status: string
}

/** The people of the whole market, each signed in on first use. */
export interface Market {
  url: string
  /** Returns someone by the demo's key, 'operator', or 'second', the operator who confirms. */
  person(key: string): Promise<SignedIn>
  /** The projects of a brand. */
  projectsOf(brand: string): Promise<readonly MarketProject[]>
  /** Returns a brand's project with this title. */
  project(brand: string, title: string): Promise<MarketProject>
  /** Makes a call that reads, or with `body` one that writes. */
  ask<T>(key: string, path: string, body?: object): Promise<T>
}

/** Opens a copy's market. Throws for an operator whose key is not known. */
export function openMarket(browser: Browser, { url, operatorKey }: DemoCopy): Market {
  const entered = new Map<string, Promise<SignedIn>>()
  const enter = async (key: string): Promise<SignedIn> => {
    if (key === 'second')
      return signIn(browser, url, SECOND.email, await proveOperator(url, SECOND.email))
    if (key !== 'operator') {
      const someone = PEOPLE.find((one) => one.key === key)
      if (someone === undefined) throw new Error(`no one in the market is called ${key}`)
      return signIn(browser, url, someone.email)
    }
    if (operatorKey === undefined)
      throw new Error('COPY_OPERATOR_KEY has to be the key that the copy printed')
    return signIn(browser, url, DEMO_OPERATOR.email, operatorKey)
  }
  const person = (key: string): Promise<SignedIn> => {
    const session = entered.get(key) ?? enter(key)
    entered.set(key, session)
    return session
  }
  const read = async <T>(key: string, path: string, body?: object) =>
    ask<T>(url, await person(key), path, body)
  const projectsOf = (brand: string) => read<MarketProject[]>(brand, '/api/projects/mine')
  return {
    url,
    person,
    projectsOf,
    async project(brand, title) {
      const found = (await projectsOf(brand)).find((one) => one.title === title)
      if (found === undefined) throw new Error(`${brand} has no project called ${title}`)
      return found
    },
    ask: read,
  }
}
