import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { StripeSettings } from '#server/providers/stripe/client.ts'

/** The point where a process dies: around the provider's work, or with everything committed and nothing published. */
export const CRASH_POINTS = ['before the call', 'after the call', 'before the answer'] as const

/** A click, by its route. */
export type Click =
  | { route: 'payments.create'; body: { project_id: string; application_id: string } }
  | { route: 'payments.release' | 'payments.refund'; body: { payment_id: string } }

/** One click, by one person, in a process that is killed at a point of that click. */
export type Crash = Click & {
  at: (typeof CRASH_POINTS)[number]
  databaseUrl: string
  stripe: StripeSettings
  as: { id: string }
}

/** The program of such a process. */
export interface CrashProgram {
  file: string
  remove(): void
}

/**
 * Bundles the program once for all processes that will be killed: a loader that transpiles every file takes a second
 * each time.
 */
export async function bundleCrashProgram(
  input = 'tests/money/crash-child.ts',
): Promise<CrashProgram> {
  // Inside the package, so that its external libraries are found.
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(join('.cache', 'crash-'))
  const file = join(folder, 'crash-child.js')
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => !/^([./#]|@oxc-project\/runtime\/)/.test(id),
    transform: { target: 'node22.22' },
  })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}

/** Runs the command in a separate process until it is dead; returns the signal that ended it. */
export async function runUntilKilled({ file }: CrashProgram, crash: Crash): Promise<unknown> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, CRASH: JSON.stringify(crash) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal]: unknown[] = await once(child, 'exit')
  return signal
}
