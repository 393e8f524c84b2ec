import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { createKeyring, type Keyring, soleKey } from '#server/keyring/keyring.ts'
import { UNMARKED_VERSION } from '#server/keyring/sealed-box.ts'

/** Signs and seals where nothing is configured; production refuses it. */
const BUILT_IN_SECRET = 'local-file-links-only'

/** The least that a secret has, in characters. */
export const SECRET_CHARACTERS = 16

const versions = z.record(z.string().regex(/^[1-9]\d{0,8}$/), z.string().min(SECRET_CHARACTERS))

/** What KEYRING_FILE holds (decision 0111): by version its secret, and the version that makes. */
export const keyringFile = z.strictObject({
  server: z
    .strictObject({ makes: z.number().int().min(1), versions })
    .refine(({ makes, versions: listed }) => makes === 1 || Object.hasOwn(listed, makes), {
      message: '"makes" names a version that is not listed',
    })
    .optional(),
  /** Where it makes (any version but 0), files are stored encrypted. */
  files: z
    .strictObject({ makes: z.number().int().min(0), versions })
    .refine(({ makes, versions: listed }) => makes === 0 || Object.hasOwn(listed, makes), {
      message: '"makes" names a version that is not listed',
    })
    .optional(),
})

export type KeyringFile = z.output<typeof keyringFile>

/** Why a file of keys cannot be used. The message never quotes it. */
export class UnusableKeyring extends Error {
  override name = 'UnusableKeyring'
}

/** Others of the machine could read it, or its group could exchange a key. */
const FORBIDDEN_MODE = 0o027

/** Reads KEYRING_FILE. Throws UnusableKeyring. */
export function readKeyringFile(path: string): KeyringFile {
  let text: string
  let mode: number
  try {
    text = readFileSync(path, 'utf8')
    ;({ mode } = statSync(path))
  } catch (error) {
    throw new UnusableKeyring(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  if ((mode & FORBIDDEN_MODE) !== 0)
    throw new UnusableKeyring(
      `is open to other accounts of this machine (mode ${(mode & 0o777).toString(8)}); chmod 600 closes it`,
    )
  const parsed = keyringFile.safeParse(contentOf(text))
  if (parsed.success) return parsed.data
  const [{ path: where, message }] = parsed.error.issues as [z.core.$ZodIssue]
  throw new UnusableKeyring(`is not a file of keys (${where.map(String).join('.')}: ${message})`)
}

/**
 * The keys of the server: those of the file, with FILE_LINK_SECRET as version 1. Throws UnusableKeyring where the two
 * contradict each other.
 */
export function serverKeys(file: KeyringFile | null, fileLinkSecret: string | undefined): Keyring {
  const listed = file?.server
  if (listed === undefined) return soleKey(fileLinkSecret ?? BUILT_IN_SECRET)
  const secrets = new Map(
    Object.entries(listed.versions).map(([version, secret]) => [Number(version), secret]),
  )
  const first = secrets.get(UNMARKED_VERSION)
  if (first !== undefined && fileLinkSecret !== undefined && first !== fileLinkSecret)
    throw new UnusableKeyring('has another version 1 than FILE_LINK_SECRET, which is that version')
  if (fileLinkSecret !== undefined) secrets.set(UNMARKED_VERSION, fileLinkSecret)
  if (!secrets.has(listed.makes))
    throw new UnusableKeyring(
      'makes with version 1, which is FILE_LINK_SECRET, and that is not set',
    )
  return createKeyring({ maker: listed.makes, secrets })
}

/** The key of files (decision 0112), and whether new ones are encrypted with it. */
export interface ListedFileKeys {
  keys: Keyring
  makes: boolean
}

/** The key of files; null where none is listed, and none are encrypted. */
export function fileKeysOf(file: KeyringFile | null): ListedFileKeys | null {
  const secrets = new Map(
    Object.entries(file?.files?.versions ?? {}).map(([version, secret]) => [
      Number(version),
      secret,
    ]),
  )
  if (file?.files === undefined || secrets.size === 0) return null
  const { makes } = file.files
  const maker = makes === 0 ? Math.max(...secrets.keys()) : makes
  return { keys: createKeyring({ maker, secrets }), makes: makes !== 0 }
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text.
    throw new UnusableKeyring('is not JSON')
  }
}
