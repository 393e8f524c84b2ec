import { z } from 'zod'
import { createKeyring, type Keyring, soleKey } from '#server/keyring/keyring.ts'
import { UNMARKED_VERSION } from '#server/keyring/sealed-box.ts'
import { readPrivateFile } from './private-text.ts'

/** The default secret when none is configured; production refuses it. */
const BUILT_IN_SECRET = 'local-file-links-only'

/** The minimum length of a secret, in characters. */
export const SECRET_CHARACTERS = 16

const wrappedSecret = z.strictObject({
  wrapped: z.string().min(1).max(4_096),
  sealed: z.base64().max(4_096),
})
const versions = z.record(
  z.string().regex(/^[1-9]\d{0,8}$/),
  z.union([z.string().min(SECRET_CHARACTERS), wrappedSecret]),
)

/** The format of KEYRING_FILE (decision 0111): the secret of each version, which a KMS may have wrapped (0113), and the current version. */
const keyringFile = z.strictObject({
  server: z
    .strictObject({ makes: z.number().int().min(1), versions })
    .refine(({ makes, versions: listed }) => makes === 1 || Object.hasOwn(listed, makes), {
      message: '"makes" names a version that is not listed',
    })
    .optional(),
  /** If the current version is not 0, files are stored encrypted. */
  files: z
    .strictObject({ makes: z.number().int().min(0), versions })
    .refine(({ makes, versions: listed }) => makes === 0 || Object.hasOwn(listed, makes), {
      message: '"makes" names a version that is not listed',
    })
    .optional(),
})

export type KeyringFile = z.output<typeof keyringFile>

/** The versions of a key, and which of them makes. */
interface Listed {
  makes: number
  versions: Record<string, string>
}

/** A keyring in which nothing is wrapped. */
export interface PlainKeyring {
  server?: Listed
  files?: Listed
}

/** Why a key file cannot be used. The message never quotes it. */
export class UnusableKeyring extends Error {
  override name = 'UnusableKeyring'
}

/** Reads KEYRING_FILE. Throws UnusableKeyring. */
export function readKeyringFile(path: string): KeyringFile {
  const read = readPrivateFile(path)
  if ('problem' in read) throw new UnusableKeyring(read.problem)
  const parsed = keyringFile.safeParse(contentOf(read.text))
  if (parsed.success) return parsed.data
  const [{ path: where, message }] = parsed.error.issues as [z.core.$ZodIssue]
  throw new UnusableKeyring(`is not a key file (${where.map(String).join('.')}: ${message})`)
}

/** Reads a key file in which nothing is wrapped. Throws UnusableKeyring for one with a wrapped secret. */
export function plainKeyring({ server, files }: KeyringFile): PlainKeyring {
  return {
    ...(server === undefined ? {} : { server: plain('server', server) }),
    ...(files === undefined ? {} : { files: plain('files', files) }),
  }
}

function plain(name: string, { makes, versions: listed }: NonNullable<KeyringFile['server']>) {
  const secrets = Object.entries(listed).map(([version, secret]): [string, string] => {
    if (typeof secret === 'string') return [version, secret]
    throw new UnusableKeyring(
      `has a wrapped version ${version} of the key "${name}", which only the KMS opens that wrapped it: set KMS_URL, KMS_KEY and KMS_TOKEN_FILE`,
    )
  })
  return { makes, versions: Object.fromEntries(secrets) }
}

/**
 * Returns the server key: the versions in the file, with FILE_LINK_SECRET as version 1. Throws UnusableKeyring if the
 * two contradict each other, and if there are none, unless the built-in one is allowed.
 */
export function serverKeys(
  file: PlainKeyring | null,
  fileLinkSecret: string | undefined,
  { mayBeBuiltIn = true } = {},
): Keyring {
  const listed = file?.server
  if (listed === undefined) {
    if (fileLinkSecret === undefined && !mayBeBuiltIn)
      throw new UnusableKeyring('has no key "server", and FILE_LINK_SECRET is not set')
    return soleKey(fileLinkSecret ?? BUILT_IN_SECRET)
  }
  const secrets = new Map(
    Object.entries(listed.versions).map(([version, secret]) => [Number(version), secret]),
  )
  const first = secrets.get(UNMARKED_VERSION)
  if (first !== undefined && fileLinkSecret !== undefined && first !== fileLinkSecret)
    throw new UnusableKeyring(
      'has a version 1 that differs from FILE_LINK_SECRET, which is that version',
    )
  if (fileLinkSecret !== undefined) secrets.set(UNMARKED_VERSION, fileLinkSecret)
  if (!secrets.has(listed.makes))
    throw new UnusableKeyring(
      'makes with version 1, which is FILE_LINK_SECRET, and that is not set',
    )
  return createKeyring({ maker: listed.makes, secrets })
}

/** The key for files (decision 0112), and whether new files are encrypted with it. */
export interface ListedFileKeys {
  keys: Keyring
  makes: boolean
}

/** Returns the key for files; null if none is listed and files are not encrypted. */
export function fileKeysOf(file: PlainKeyring | null): ListedFileKeys | null {
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
    // The parser's own message would quote the text.
    throw new UnusableKeyring('is not JSON')
  }
}
