import type { Factor } from '@supabase/auth-js'
import { authClient } from '#web/api/auth-client.ts'
import { withProof } from '#web/api/proof.ts'
import { wantsProof } from '#web/auth/auth-failures.ts'

/** An authenticator app being set up: its secret, shown once. */
export interface Enrolment {
  id: string
  /** An image address. */
  qrCode: string
  /** For typing in by hand: base32. */
  secret: string
}

const NAME = 'Authenticator app'

/** Starts setting up an app; unfinished attempts are deleted first. */
export async function beginEnrolment(issuer: string): Promise<Enrolment> {
  const { mfa } = await authClient()
  const { data: known, error: listFailure } = await mfa.listFactors()
  if (listFailure) throw listFailure
  const unfinished = known.all.filter((factor) => factor.status === 'unverified')
  for (const factor of unfinished) await mfa.unenroll({ factorId: factor.id })
  const data = await withProof(async () => {
    const { data: begun, error } = await mfa.enroll({
      factorType: 'totp',
      issuer,
      friendlyName: freeName(known.totp),
    })
    if (error) throw error
    return begun
  }, wantsProof)
  return { id: data.id, qrCode: imageAddress(data.totp.qr_code), secret: data.totp.secret }
}

/** Abandons an app being set up. It would be deleted after some minutes anyway. */
export async function abandonEnrolment(id: string): Promise<void> {
  await (await authClient()).mfa.unenroll({ factorId: id })
}

/** Signing in no longer requires this app's codes. */
export async function removeAuthenticator(id: string): Promise<void> {
  const client = await authClient()
  await withProof(async () => {
    const { error } = await client.mfa.unenroll({ factorId: id })
    if (error) throw error
  }, wantsProof)
  // The current session still claims that a code was given for an app that is gone.
  await client.refreshSession()
}

/** "Authenticator app", later ones with a number: duplicate names are refused. */
export function freeName(taken: readonly Pick<Factor, 'friendly_name'>[]): string {
  const names = new Set(taken.map((factor) => factor.friendly_name))
  let name = NAME
  for (let number = 2; names.has(name); number += 1) name = `${NAME} ${number}`
  return name
}

/** The client returns an unescaped SVG: a '#' in one of its colours would end the address. */
export function imageAddress(qrCode: string): string {
  const [head = '', ...rest] = qrCode.split(',')
  if (!head.startsWith('data:image/svg+xml') || rest.length === 0) return qrCode
  return `data:image/svg+xml,${encodeURIComponent(rest.join(','))}`
}
