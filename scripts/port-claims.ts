import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './processes.ts'

/** One file for each port that a process of this machine has claimed, with its process id. */
const FOLDER = join(tmpdir(), 'cartwright-ports')

const ours = new Set<string>()
process.once('exit', () => {
  for (const file of ours) rmSync(file, { force: true })
})

/**
 * Claims a port for this process until it ends: between looking for a free port and listening on it, seconds pass in
 * which a concurrent process would find the same one. Returns false when another living process has it.
 */
export function claimPort(port: number): boolean {
  const file = join(FOLDER, String(port))
  if (ours.has(file)) return true
  try {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    ours.add(file)
    return true
  } catch (error) {
    // Where nothing can be written, ports are only checked, not claimed.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true
  }
  if (isAlive(ownerOf(file))) return false
  rmSync(file, { force: true })
  return claimPort(port)
}

function ownerOf(file: string): number {
  try {
    // Empty while its owner is writing it: the port is taken.
    return Number(readFileSync(file, 'utf8')) || process.pid
  } catch {
    // Its owner has just ended: taken, for this one search.
    return process.pid
  }
}
