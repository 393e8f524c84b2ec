import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '#scripts/processes.ts'
import { SWITCHES } from '#sandbox/stripe/state/switches.ts'
import { randomOf } from '#tests/messages/random.ts'
import { type Machine, RESERVE_MB } from './machine.ts'
import { rotateKeys } from './rotation.ts'

/** The faults that hit the product. */
export const FAULTS = [
  'server killed',
  'postmaster killed',
  'clock skewed',
  'disk filled',
  'log on the full disk',
  'server paused',
  'database paused',
  'provider broken',
  'mail server away',
  'keys rotated',
] as const
export type Fault = (typeof FAULTS)[number]

/** How many of each; of the other faults, one per this many server kills. */
export interface FaultPlan {
  seed: number
  serverKills: number
  databaseKills: number
}
const KILLS_PER_OTHER = 8

/** A run's faults in order, derived from the seed. A skewed clock is also a kill: the process restarts with it. */
export function planFaults({ seed, serverKills, databaseKills }: FaultPlan): Fault[] {
  const others = serverKills === 0 ? 0 : Math.ceil(serverKills / KILLS_PER_OTHER)
  const times: Record<Fault, number> = {
    'server killed': serverKills - others,
    'postmaster killed': databaseKills,
    'clock skewed': others,
    'disk filled': others,
    'log on the full disk': others,
    'server paused': others,
    'database paused': others,
    'provider broken': others,
    'mail server away': others,
    'keys rotated': others,
  }
  const random = randomOf(seed)
  const faults = FAULTS.flatMap((fault) => Array.from({ length: times[fault] }, () => fault))
  for (let at = faults.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    const [one, two] = [faults[at], faults[other]]
    if (one !== undefined && two !== undefined) [faults[at], faults[other]] = [two, one]
  }
  return faults
}

/** Off by up to ten minutes, like machines without a time server; forwards and back. */
const SKEWS_S = [600, -600, 240, -240, 90] as const
const FULL_FOR_MS = 2_500
const PAUSE_MS = [300, 1_500, 4_000] as const

/** Injects one fault and waits for recovery. Lasting faults (mail, clock, provider) last until the next. */
export async function strike(
  fault: Fault,
  machine: Machine,
  random: ReturnType<typeof randomOf>,
): Promise<'done' | 'not here'> {
  const { server, postgres, disk, mail, provider } = machine
  switch (fault) {
    case 'server killed':
      await server.kill9()
      await machine.restart(0)
      return 'done'
    case 'clock skewed':
      await server.kill9()
      await machine.restart(random.pick(SKEWS_S))
      return 'done'
    case 'postmaster killed':
      if (random.chance(0.3) && postgres.kill9Child(random.below(1_000))) return 'done'
      // The launcher's keeper notices, and restarts it.
      await postgres.kill9()
      await postgres.back()
      return 'done'
    case 'disk filled': {
      // Either completely, or far enough that only uploads are refused.
      const left = random.chance(0.5) ? 0 : (RESERVE_MB - 4) * 1024 * 1024
      if (!disk.fill(left)) return 'not here'
      await pause(FULL_FOR_MS)
      disk.free()
      await postgres.back()
      return 'done'
    }
    case 'log on the full disk':
      return fillUnderLog(machine)
    case 'server paused':
      process.kill(server.pid(), 'SIGSTOP')
      await pause(random.pick(PAUSE_MS))
      process.kill(server.pid(), 'SIGCONT')
      return 'done'
    case 'database paused':
      postgres.signal('SIGSTOP')
      await pause(random.pick(PAUSE_MS))
      postgres.signal('SIGCONT')
      return 'done'
    case 'provider broken':
      for (let n = 0; n < 3; n += 1) {
        const { name } = random.pick(SWITCHES)
        provider.controls.setSwitch(name, 1 + random.below(4))
      }
      return 'done'
    case 'mail server away':
      await mail.close()
      return 'done'
    case 'keys rotated':
      await rotateKeys(machine)
      return 'done'
  }
}

/** Enough denials to fill the rest of the log's last block, and few enough that each is logged (log-flood.ts). */
const DENIALS = 100

/**
 * Makes the server log while its log's disk is full. Throws when the server dies, or the log stays silent afterwards.
 */
async function fillUnderLog({
  server,
  postgres,
  disk,
  logFile,
}: Machine): Promise<'done' | 'not here'> {
  if (!disk.fill(0)) return 'not here'
  try {
    for (let n = 0; n < DENIALS; n += 1) await denied(server.url)
    if (!isAlive(server.pid())) throw new Error('the server ended because its log was full')
  } finally {
    disk.free()
  }
  await postgres.back()
  const size = statSync(logFile).size
  await denied(server.url)
  if (statSync(logFile).size <= size) throw new Error('the log stays silent after a full disk')
  return 'done'
}

/** An anonymous request, which is refused and logged, whatever else is down. */
const denied = async (url: string) =>
  void (await fetch(`${url}/api/profiles/me`, { headers: { authorization: 'Bearer nobody' } }))

/** Immediately redelivers what the provider would retry only minutes later. */
export function hurry({ provider }: Pick<Machine, 'provider'>): void {
  for (const [id, { delivery }] of Object.entries(provider.state.events)) {
    const waits = delivery.state === 'given_up' || (delivery.next_at ?? 0) > Date.now() + 1_000
    if (waits) provider.controls.redeliver(id)
  }
}
