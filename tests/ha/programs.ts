import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { canUseApt, installPackage } from '#tests/support/debian-packages.ts'

/** The programs of a highly available PostgreSQL, by their paths. */
export interface HaPrograms {
  patroni: string
  /** Such as [3, 0, 3]. */
  patroniVersion: readonly number[]
  etcd: string
  haproxy: string
  /** The folder of `postgres`, `pg_basebackup` and `pg_rewind`. */
  postgresBin: string
}

/** An older Patroni can overwrite the leader's key when a frozen leader wakes, and throws acknowledged writes away. */
export const FIXED_PATRONI = [3, 0, 3] as const

/** Each program, its possible locations, and Debian's package for it. */
const WANTED = {
  patroni: { places: ['/usr/bin/patroni', '/usr/local/bin/patroni'], package: 'patroni' },
  etcd: { places: ['/usr/bin/etcd', '/usr/local/bin/etcd'], package: 'etcd-server' },
  haproxy: { places: ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'], package: 'haproxy' },
} as const

/**
 * Finds the programs, and installs Debian's packages where this account may. `PATRONI` names a Patroni other than
 * Debian's. Throws one sentence that names every missing package.
 */
export function findPrograms(): HaPrograms {
  const missing: string[] = []
  function find(name: keyof typeof WANTED): string {
    const { places, package: wanted } = WANTED[name]
    const there = () => places.find(existsSync)
    if (there() === undefined && canUseApt()) installPackage(wanted)
    if (there() === undefined) missing.push(wanted)
    return there() ?? ''
  }
  const postgres = () => globSync('/usr/lib/postgresql/*/bin/pg_rewind').toSorted().at(-1)
  if (postgres() === undefined && canUseApt()) installPackage('postgresql')
  if (postgres() === undefined) missing.push('postgresql')
  const patroni = process.env['PATRONI'] ?? find('patroni')
  const found = { etcd: find('etcd'), haproxy: find('haproxy') }
  if (missing.length > 0)
    throw new Error(
      `This drill needs programs that are not here. Install them (Debian: apt-get install ${missing.join(' ')}).`,
    )
  return {
    ...found,
    patroni,
    patroniVersion: versionOf(patroni),
    postgresBin: (postgres() ?? '').replace(/\/pg_rewind$/, ''),
  }
}

function versionOf(patroni: string): number[] {
  const { stdout } = spawnSync(patroni, ['--version'], { encoding: 'utf8' })
  const [, ...parts] = /(\d+)\.(\d+)\.(\d+)/.exec(stdout ?? '') ?? []
  if (parts.length === 0) throw new Error(`${patroni} is not a Patroni that runs.`)
  return parts.map(Number)
}

/** Whether this Patroni is safe when a frozen leader wakes. */
export const isFixed = (version: readonly number[]): boolean => {
  for (const [place, wanted] of FIXED_PATRONI.entries()) {
    const has = version[place] ?? 0
    if (has !== wanted) return has > wanted
  }
  return true
}
