import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Duplex, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#scripts/launch-settings.ts'
import { openWith, sealFor } from '#scripts/backup/age/age.ts'
import { Damaged, WrongKey } from '#scripts/backup/age/header.ts'
import type { Identity, Recipient } from '#scripts/backup/age/keys.ts'

/** The extension of a sealed file's name: the program age recognizes it. */
const SEALED = '.age'

/** The files of a backup that is being read: as they are, or decrypted with a key. */
export interface BackupFiles {
  /** Returns a file's content, under the name it has in a backup that is not sealed. */
  content(file: string): AsyncIterable<Buffer>
}

/**
 * Writes a stream of a backup into a file, through the given transforms, sealed when there are recipients, and flushes
 * it to the disk: a backup that a power cut destroys is worthless.
 */
export async function writeOut(
  from: Readable,
  through: readonly Transform[],
  file: string,
  recipients: readonly Recipient[],
): Promise<void> {
  const target = recipients.length === 0 ? file : file + SEALED
  const seal = recipients.length === 0 ? [] : [Duplex.from(sealFor(recipients))]
  await pipeline([from, ...through, ...seal, createWriteStream(target, { mode: 0o600 })])
  await flush(target)
}

/** Waits until it is on the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Returns the files of the backup with the given manifest. Throws Refusal when it is sealed and there is no key, or
 * none of the keys fits.
 */
export async function backupFiles(
  manifest: string,
  identities: readonly Identity[],
): Promise<BackupFiles> {
  if (!existsSync(manifest + SEALED)) return { content: (file) => createReadStream(file) }
  if (identities.length === 0)
    throw new Refusal(
      'The backup is encrypted. Say where its key is: npm run restore -- <folder> --key=<file>.',
    )
  const open = openWith(identities)
  const files: BackupFiles = { content: (file) => open(createReadStream(file + SEALED)) }
  try {
    for await (const _ of files.content(manifest));
  } catch (error) {
    if (error instanceof WrongKey)
      throw new Refusal(
        'The backup is encrypted for another key than the one given; nothing was read.',
      )
    if (error instanceof Damaged)
      throw new Refusal(`The backup is damaged: manifest.json${SEALED} (${error.message}).`)
    throw error
  }
  return files
}

/** Passes bytes on and shows them to `look`. */
export const seen = (look: (chunk: Buffer) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      look(chunk)
      done(null, chunk)
    },
  })
