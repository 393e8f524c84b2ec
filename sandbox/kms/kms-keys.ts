import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A key of the sandbox: its versions in base64, the first being 1, and the oldest that may still decrypt. */
export interface KmsKey {
  versions: string[]
  minDecryptionVersion: number
}

/** The keys of a sandbox, by name. */
export interface KmsState {
  keys: Record<string, KmsKey>
  /** Persists them if a file is given. */
  save(): void
}

/** Reads the keys that an earlier run stored. */
export function openKmsState(file: string | undefined): KmsState {
  const isKept = file !== undefined && existsSync(file)
  const keys = isKept ? (JSON.parse(readFileSync(file, 'utf8')) as KmsState['keys']) : {}
  return {
    keys,
    save() {
      if (file === undefined) return
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(keys, null, 2), { mode: 0o600 })
    },
  }
}

/** A key with one version of 32 bytes. */
export const newKey = (): KmsKey => ({
  versions: [randomBytes(32).toString('base64')],
  minDecryptionVersion: 1,
})
