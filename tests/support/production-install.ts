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

/** What a machine that only runs the product has of the repository. */
const CARRIED = ['dist', 'scripts', 'package.json', 'package-lock.json']

/**
 * A folder with what was built and the runtime dependencies alone, as `npm ci --omit=dev` would install them: the
 * packages that the lockfile does not mark as for development, as they lie in node_modules. Outside of the repository,
 * where Node would find its node_modules too. To be removed by the caller.
 */
export function productionInstall(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-production-'))
  for (const name of CARRIED) cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const path of runtimePackages(root)) {
    const from = join(root, path)
    // Optional packages of other platforms are in the lockfile and nowhere else.
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

/** Copies a package without the packages inside of it, which are entries of their own. */
function copyPackage(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && entry.name !== 'node_modules') copyPackage(source, target)
    else if (entry.isFile()) linkOrCopy(source, target)
  }
}

/** A link costs no space, but there is none from one file system to another. */
function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(source, target)
  }
}
