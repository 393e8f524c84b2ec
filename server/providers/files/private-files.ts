import { chmodSync, mkdirSync } from 'node:fs'

/**
 * Makes files and folders created by this process and its children from here on private to its account: no other user
 * of the machine can read deliveries, evidence, backups or logs.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/** Creates a folder, or makes one that an earlier release left open to others private, with everything below it. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o700)
}
