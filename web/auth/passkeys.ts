import { authClient } from '#web/api/auth-client.ts'
import { messageOf } from '#web/api/errors.ts'
import { withProof } from '#web/api/proof.ts'
import { forgetCodeVerifiers } from '#web/api/stored-session.ts'
import { wantsProof } from './auth-failures.ts'
import { passkeyWords } from './passkey-words.ts'

const { failures } = passkeyWords

/** Signs in with a passkey that the browser offers; the session arrives through useAuth. Throws what passkeyFailure reads. */
export async function signInWithPasskey(): Promise<void> {
  assertSupported()
  const { error } = await (await authClient()).signInWithPasskey()
  if (error) throw error
  forgetCodeVerifiers()
}

/** Makes a passkey for the signed-in person's account, after a fresh proof. Throws what passkeyFailure reads. */
export async function addPasskey(): Promise<{ id: string; name: string }> {
  assertSupported()
  const client = await authClient()
  return withProof(async () => {
    const { data, error } = await client.registerPasskey()
    if (error) throw error
    return { id: data.id, name: data.friendly_name ?? '' }
  }, wantsProof)
}

/** The sentence for a failed attempt; `nothing` for one that the person cancelled, or that timed out in the browser. */
export function passkeyFailure(
  error: unknown,
  nothing: 'notUsed' | 'notConfirmed' | 'notAdded',
): string {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'NotAllowedError' || code === 'ERROR_CEREMONY_ABORTED') return failures[nothing]
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return failures.known
  return messageOf(error)
}

function assertSupported(): void {
  if (!('PublicKeyCredential' in window)) throw new Error(failures.unsupported)
}
