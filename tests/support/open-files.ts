import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Paths in a folder that other accounts of the machine may read; nothing below a closed folder is. */
export function openToOthers(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if ((statSync(path).mode & 0o077) === 0) return []
    return entry.isDirectory() ? [path, ...openToOthers(path)] : [path]
  })
}
