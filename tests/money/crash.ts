import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { RouteKey } from '#contract/api.ts'
import type { StripeSettings } from '#server/providers/stripe/client.ts'

/** Where a process dies: around the provider's work, or with everything committed and nobody told. */
export const CRASH_POINTS = ['before the call', 'after the call', 'before the answer'] as const

/** One command, by somebody, in a process that is killed at a point of it. */
export interface Crash {
  at: (typeof CRASH_POINTS)[number]
  databaseUrl: string
  stripe: StripeSettings
  as: { id: string }
  route: RouteKey
  body: Record<string, unknown>
}

/** Runs the command in a process of its own until it is dead; answers the signal that ended it. */
export async function runUntilKilled(crash: Crash): Promise<unknown> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/money/crash-child.ts'], {
    env: { ...process.env, CRASH: JSON.stringify(crash) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal]: unknown[] = await once(child, 'exit')
  return signal
}
