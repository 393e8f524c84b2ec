import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { DEMO_OPERATOR } from '#scripts/demo/cast.ts'
import { cloneDatabase } from './database.ts'
import { fillWithDemo } from './demo-market.ts'
import { startStack } from './servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a story asks for the market that the stories share. */
    marketDoor: string
  }
}

/**
 * Called by vitest once per run. The market (a stack with the demo's people and deals in it) costs seconds, so the
 * stories that only read or add to it share one. Each of vitest's workers has its own, started when its first story asks:
 * two stories never work in one market at the same moment.
 */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  const { templateDatabaseUrl } = project.getProvidedContext()
  const markets = new Map<string, ReturnType<typeof start>>()

  async function start() {
    const stack = await startStack(
      { OPERATOR_EMAILS: DEMO_OPERATOR.email },
      { database: () => cloneDatabase(templateDatabaseUrl) },
    )
    try {
      const market = await fillWithDemo(stack)
      return { stop: stack.stop, answer: JSON.stringify({ stack, market }) }
    } catch (error) {
      await stack.stop()
      throw error
    }
  }

  const door = createServer((request, response) => {
    const worker = request.url ?? ''
    const starting = markets.get(worker) ?? start()
    markets.set(worker, starting)
    starting.then(
      ({ answer }) => response.end(answer),
      (error: unknown) => {
        // The next story tries again, instead of failing for what happened to this one.
        markets.delete(worker)
        response.writeHead(500).end(String(error))
      },
    )
  })
  return new Promise((resolve) => {
    door.listen(0, '127.0.0.1', () => {
      project.provide('marketDoor', `http://127.0.0.1:${(door.address() as AddressInfo).port}`)
      resolve(async () => {
        door.close()
        await Promise.allSettled([...markets.values()].map(async (market) => (await market).stop()))
      })
    })
  })
}
