import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** The disk shared by the product's files and its PostgreSQL. */
export interface Disk {
  path: string
  /** Fills it up to `leave` bytes. Returns false when the disk is the machine's own, which must not be filled. */
  fill(leave: number): boolean
  /** Frees it again. */
  free(): void
  remove(): void
}

const TRIES = 20
const STEP = 64 * 1024

/**
 * A disk of `bytes`, in memory, if this account may mount one (root on Linux); otherwise a folder on the machine's
 * disk, which is never filled.
 */
export function openDisk(path: string, bytes: number): Disk {
  mkdirSync(path, { recursive: true })
  const isOwn =
    process.getuid?.() === 0 &&
    run('mount', '-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', path)
  const filler = join(path, 'filler')
  const free = () => rmSync(filler, { force: true })
  return {
    path,
    fill(leave) {
      if (!isOwn) return false
      free()
      // Others write at the same time: the free space measured a moment ago may be slightly too much.
      for (let less = 0; less < TRIES; less += 1) {
        const { bavail, bsize } = statfsSync(path)
        const taken = bavail * bsize - leave - less * STEP
        if (taken > 0 && run('fallocate', '-l', String(taken), filler)) return true
      }
      return false
    },
    free,
    remove() {
      if (isOwn) run('umount', '--lazy', path)
      rmSync(path, { recursive: true, force: true })
    },
  }
}

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0
