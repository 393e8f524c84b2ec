import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { programOf } from '#tests/support/debian-packages.ts'

/** The base that deploy/Containerfile names. */
const BASE = 'docker.io/library/node:24-bookworm-slim'
const IMAGE = 'cartwright:drill'

/** Certificates that this machine trusts: its registry may be behind one of the machine's own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/**
 * An image built from deploy/Containerfile by buildah, in a separate store. Every step is synchronous and throws with
 * its output.
 */
export interface BuiltImage {
  /** How the base was made. */
  base: 'pulled' | 'made of Debian’s packages'
  /** What the image declares about itself. */
  config: { User: string; Cmd: string[]; StopSignal?: string; Healthcheck?: { Test: string[] } }
  /** The size of the image and of its base, in MiB. */
  size: number
  /** Returns the output of a command inside the image, run as the image's user. */
  output(...command: string[]): string
  /** Starts a command inside the image, with these variables. */
  start(env: Readonly<Record<string, string>>, ...command: string[]): ChildProcess
  remove(): void
}

/** Builds the image from the folder. Needs root and an npm registry. */
export function buildImage(root: string): BuiltImage {
  const buildah = programOf('buildah', '/usr/bin/buildah')
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-image-'))
  const env = {
    ...process.env,
    // Neither needs a kernel feature that a container or a small machine lacks.
    BUILDAH_ISOLATION: 'chroot',
    STORAGE_DRIVER: 'vfs',
  }
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
  const run = (...args: string[]) => outputOf(buildah, [...store, ...args], { env })

  const isPulled = spawnSync(buildah, [...store, 'pull', '--quiet', BASE], { env }).status === 0
  if (!isPulled) {
    const files = debianWithNode(join(folder, 'base'))
    const made = run('from', 'scratch')
    run('add', '--quiet', made, files, '/')
    run(
      'config',
      '--env',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      made,
    )
    run('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, made)
    run('commit', '--quiet', made, BASE)
    run('rm', made)
    rmSync(files, { recursive: true })
  }
  const options = ['--pull-never', '--network', 'host', '--format', 'docker']
  run('build', ...options, '--file', join(root, 'deploy/Containerfile'), '--tag', IMAGE, root)
  const container = run('from', '--pull-never', IMAGE)
  const inspected = JSON.parse(run('inspect', '--type', 'image', IMAGE)) as {
    Docker: { config: BuiltImage['config'] }
  }
  const size = run('images', '--format', '{{.Size}}', IMAGE)
  const inside = (command: string[], variables: Readonly<Record<string, string>> = {}) => [
    ...store,
    'run',
    '--network',
    'host',
    ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    container,
    '--',
    ...command,
  ]
  return {
    base: isPulled ? 'pulled' : 'made of Debian’s packages',
    config: inspected.Docker.config,
    size: Number.parseFloat(size) * (size.endsWith('GB') ? 1_000 : 1),
    output: (...command) => outputOf(buildah, inside(command), { env }),
    start: (variables, ...command) =>
      spawn(buildah, inside(command, variables), { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    remove() {
      run('rm', '--all')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The parts of the base image that the Containerfile needs: a small Debian with this Node, npm, and an account "node".
 */
function debianWithNode(folder: string): string {
  const debootstrap = programOf('debootstrap', '/usr/sbin/debootstrap')
  outputOf(debootstrap, ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder])
  const npm = realpathSync(process.env['npm_execpath'] ?? outputOf('which', ['npm']))
  const modules = join(folder, 'usr/local/lib/node_modules')
  mkdirSync(modules, { recursive: true })
  cpSync(process.execPath, join(folder, 'usr/local/bin/node'))
  cpSync(dirname(dirname(npm)), join(modules, 'npm'), { recursive: true, verbatimSymlinks: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
  if (existsSync(CERTIFICATES)) {
    mkdirSync(join(folder, dirname(CERTIFICATES)), { recursive: true })
    cpSync(CERTIFICATES, join(folder, CERTIFICATES))
  }
  outputOf('/usr/sbin/chroot', [folder, '/usr/sbin/useradd', '--uid', '1000', 'node'])
  return folder
}

function outputOf(
  program: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout}\n${stderr}`)
  return stdout.trim()
}
