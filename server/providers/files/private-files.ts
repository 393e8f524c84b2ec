import { chmodSync, mkdirSync } from 'node:fs'

/**
 * Files and folders made from here on, by this process and those it starts, are its own account's alone: deliveries,
 * evidence, backups and logs are nobody else's on this machine.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/** Makes a folder, or closes one that was made open to others by an earlier release; what is below it is closed with it. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o700)
}
