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
 * Called by vitest once per run. The market (a stack with the demo's people and deals in it) costs seconds,
 * so the stories that only read or add to it share one, started when the first of them asks.
 */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  const { templateDatabaseUrl } = project.getProvidedContext()
  let starting: Promise<{ stop: () => Promise<void>; told: string }> | undefined

  async function start() {
    const stack = await startStack(
      { OPERATOR_EMAILS: DEMO_OPERATOR.email },
      { database: () => cloneDatabase(templateDatabaseUrl) },
    )
    try {
      const market = await fillWithDemo(stack)
      return { stop: stack.stop, told: JSON.stringify({ stack, market }) }
    } catch (error) {
      await stack.stop()
      throw error
    }
  }

  const door = createServer((_request, response) => {
    starting ??= start()
    starting.then(
      ({ told }) => response.end(told),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  return new Promise((resolve) => {
    door.listen(0, '127.0.0.1', () => {
      project.provide('marketDoor', `http://127.0.0.1:${(door.address() as AddressInfo).port}`)
      resolve(async () => {
        door.close()
        await starting?.then(({ stop }) => stop()).catch(() => undefined)
      })
    })
  })
}
