import { readFile, writeFile } from 'node:fs/promises'
import { Refusal } from '#scripts/launch-settings.ts'
import {
  type Identity,
  identityText,
  makeIdentity,
  readIdentities,
  readRecipient,
  type Recipient,
  recipientText,
} from '#scripts/backup/age/keys.ts'

/** Makes a key file as age-keygen does, readable only by this account, and returns its recipient ("age1…"). */
export async function makeKeyFile(file: string): Promise<string> {
  const identity = makeIdentity()
  const recipient = recipientText(identity.recipient)
  const text = `# public key: ${recipient}\n${identityText(identity)}\n`
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      error.code === 'EEXIST'
        ? `${file} exists; a key is never overwritten.`
        : `${file} cannot be written (${error.code}).`,
    )
  })
  return recipient
}

/** Returns the keys in a file. Throws Refusal when there are none. */
export async function identitiesIn(file: string): Promise<Identity[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`The key file ${file} cannot be read (${error.code}).`)
  })
  const identities = readIdentities(text)
  if (identities.length === 0)
    throw new Refusal(`${file} has no key: a line that begins with AGE-SECRET-KEY-1 is one.`)
  return identities
}

/** Returns the recipients that BACKUP_RECIPIENTS names. Throws Refusal for a mistyped one. */
export function recipientsOf(texts: readonly string[]): Recipient[] {
  return texts.map((text) => {
    const recipient = readRecipient(text)
    if (recipient === null)
      throw new Refusal(`BACKUP_RECIPIENTS: ${text} is mistyped; nothing was backed up.`)
    return recipient
  })
}
