import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** Returns four letters for a file, the same in every build: the end of its class names (vite.config.ts). */
export const fileMark = (file: string): string =>
  createHash('sha1').update(relative(repository, file)).digest('base64url').slice(0, 4)
