import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The parts of the repository that a machine has when it only runs the product. */
const CARRIED = ['dist', 'scripts', 'package.json', 'package-lock.json']

/**
 * A folder with only the build output and the runtime dependencies, as `npm ci --omit=dev` would install them: the
 * packages that the lockfile does not mark as for development, as they are in node_modules. Outside the repository,
 * where Node would also find its node_modules. The caller removes it.
 */
export function productionInstall(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-production-'))
  for (const name of CARRIED) cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const path of runtimePackages(root)) {
    const from = join(root, path)
    // Optional packages of other platforms are only in the lockfile.
    if (existsSync(from)) copyPackage(from, join(folder, path))
  }
  return folder
}

interface Locked {
  dev?: boolean
  devOptional?: boolean
}

function runtimePackages(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
}

/** Copies a package without the packages inside it, which are entries of their own. */
function copyPackage(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && entry.name !== 'node_modules') copyPackage(source, target)
    else if (entry.isFile()) linkOrCopy(source, target)
  }
}

/** A link costs no space, but links do not work across file systems. */
function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(source, target)
  }
}
