import { Buffer } from 'node:buffer'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { SignerFiles } from '#server/config/tax-config.ts'

/** Certificates, the signer's own first, and its private key (PKCS #8, DER). */
export interface Signer {
  certificates: readonly [X509Certificate, ...X509Certificate[]]
  privateKey: Buffer
}

/** A certificate that cannot sign documents; the message names the file and the reason. */
export class UnusableCertificate extends Error {
  override name = 'UnusableCertificate'
}

/**
 * Reads an operator's own certificate. Throws UnusableCertificate for files that are missing, unreadable, or not a
 * certificate and its RSA key.
 */
export async function operatorSigner(files: SignerFiles): Promise<Signer> {
  const [own, ...chain] = await readAs(files.certificate, certificatesOf)
  if (own === undefined) throw new UnusableCertificate(`${files.certificate} has no certificate`)
  const key = await readAs(files.key, createPrivateKey)
  // Another kind of key would give the same document a different signature each time.
  if (key.asymmetricKeyType !== 'rsa')
    throw new UnusableCertificate(`${files.key} is no RSA key, which documents are signed with`)
  if (!own.checkPrivateKey(key))
    throw new UnusableCertificate(`${files.key} is not the key of ${files.certificate}`)
  return {
    certificates: [own, ...chain],
    privateKey: key.export({ type: 'pkcs8', format: 'der' }),
  }
}

/** Returns what `parse` makes of a file's text. */
async function readAs<Parsed>(file: string, parse: (text: string) => Parsed): Promise<Parsed> {
  try {
    return parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new UnusableCertificate(
      `${file} cannot be used to sign documents: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Returns the certificates of a PEM file, in its order. */
export const certificatesOf = (pem: string): X509Certificate[] =>
  (pem.match(PEM) ?? []).map((one) => new X509Certificate(Buffer.from(one)))
