import { readdirSync, readFileSync } from 'node:fs'

/** The cost of the programs that this one ran: processor time of all, memory of the largest. */
export interface Cost {
  cpuSeconds: number
  /** Null where the system does not report it. */
  peakMb: number | null
}

/** Linux reports processor time to programs in hundredths of a second. */
const TICKS = 100
const LOOK_EVERY_MS = 40

/** Runs something that works in child processes. Only a peak after the last sample can be missed. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const before = childTicks()
  let peakKb = 0
  const looking = setInterval(() => {
    for (const pid of descendants()) peakKb = Math.max(peakKb, highWaterKb(pid))
  }, LOOK_EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  return {
    cpuSeconds: (childTicks() - before) / TICKS,
    peakMb: peakKb === 0 ? null : peakKb / 1_024,
  }
}

/** Returns the fields of a process's line after its name, which may contain spaces. */
function statOf(pid: number | string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Of children that have ended, and of their children: cutime and cstime are fields 16 and 17 of the whole line. */
function childTicks(): number {
  const fields = statOf('self')
  return Number(fields[13] ?? 0) + Number(fields[14] ?? 0)
}

function descendants(): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) parents.set(Number(name), Number(statOf(name)[1] ?? 0))
  const ours = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === process.pid || ours(parent))
  }
  return [...parents.keys()].filter(ours)
}

function highWaterKb(pid: number): number {
  try {
    const [, kb = '0'] =
      /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kb)
  } catch {
    return 0
  }
}
