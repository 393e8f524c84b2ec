import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A copy of the tree in which files may be broken. */
export interface ThrowAwayCopy {
  folder: string
  read(file: string): string
  write(file: string, text: string): void
  remove(): void
}

/**
 * Copies every file that git tracks or would track, in its current state, into a temporary folder. Installed packages
 * are linked, not copied. Real copies, not hard links: writing to a linked file would change the working tree.
 */
export function copyTree(root: string): ThrowAwayCopy {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-mutate-'))
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  for (const file of listed.split('\0')) {
    // A deleted file is still listed until the deletion is committed.
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
