import { Buffer } from 'node:buffer'
import { createHash, X509Certificate } from 'node:crypto'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { PdfSignature } from '#server/pdf/pdf-document.ts'
import { keepCertificate, newestOwn } from './certificate-store.ts'
import { certificatesOf, operatorSigner, type Signer } from './operator-certificate.ts'
import { selfSigned } from './self-signed.ts'

/**
 * The certificate that signs documents (decision 0100): the operator's own, or a self-signed one. The server makes a
 * new self-signed one when the server key was lost or the last one has expired; documents already signed keep theirs.
 * Throws UnusableCertificate.
 */
export async function documentSignature(deps: Deps): Promise<PdfSignature> {
  const { documentSigner: files, documentIssuer: issuer } = deps.config
  const { certificates, privateKey } =
    files === null ? await ownSigner(deps) : await keptSigner(deps, await operatorSigner(files))
  const [own, ...chain] = certificates.map(({ raw }) => raw.toString('base64'))
  if (own === undefined) throw new Error('a signer has no certificate')
  return {
    certificates: [own, ...chain],
    key: privateKey.toString('base64'),
    reason: `Issued by ${issuer.name}`,
  }
}

async function keptSigner(deps: Deps, signer: Signer): Promise<Signer> {
  await keepCertificate(deps.pool, { ...storedForm(signer), sealedKey: null, now: deps.clock() })
  return signer
}

function ownSigner(deps: Deps): Promise<Signer> {
  const { keys } = deps.config
  const now = deps.clock()
  return inTransaction(deps.pool, async (tx) => {
    const newest = await newestOwn(tx)
    const opened = newest === null ? null : keys.open('document key', newest.sealed_key)
    const [kept] = newest === null ? [] : certificatesOf(newest.pem)
    if (opened !== null && kept !== undefined && kept.validToDate > now)
      return { certificates: [kept], privateKey: Buffer.from(opened, 'base64') }
    const made = await selfSigned(deps.config.documentIssuer.name, now)
    const signer: Signer = {
      certificates: [new X509Certificate(made.certificate)],
      privateKey: made.privateKey,
    }
    const sealedKey = keys.seal('document key', made.privateKey.toString('base64'))
    await keepCertificate(tx, { ...storedForm(signer), sealedKey, now })
    return signer
  })
}

const storedForm = ({ certificates }: Signer): { fingerprint: string; pem: string } => ({
  fingerprint: createHash('sha256').update(certificates[0].raw).digest('hex'),
  pem: certificates.map(String).join(''),
})
