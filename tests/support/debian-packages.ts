import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** One apt at a time: several test files may want a package at the same time. */
const LOCK = '/tmp/cartwright-tests-apt.lock'

/** Whether this account may install Debian's packages here. Ubuntu's packages have other names and contents. */
export const canUseApt = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

/**
 * Installs a package from the system's existing package lists, or from refreshed ones if those do not have it. Returns
 * false on failure.
 */
export function installPackage(name: string): boolean {
  if (!canUseApt()) return false
  console.log(`Getting Debian's ${name} for the tests…`)
  const install = `apt-get install -q -y --no-install-recommends ${name}`
  const script = `${install} || { apt-get update -q && ${install}; }`
  const { status } = spawnSync('flock', [LOCK, 'sh', '-c', script], {
    // A package must not start its service: tests start their own.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return status === 0
}

/**
 * Returns the path of a package's program, and installs the package where that can be done without asking. Throws one
 * sentence if it cannot.
 */
export function programOf(name: string, path: string): string {
  if (existsSync(path) || (installPackage(name) && existsSync(path))) return path
  throw new Error(`These tests need ${path}: install it (Debian: apt-get install ${name}).`)
}
