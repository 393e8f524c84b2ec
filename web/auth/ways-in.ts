import { PUZZLE_NEEDED } from '#contract/sign-up-puzzle.ts'
import type { Role } from '#contract/profiles.ts'
import { authClient } from '#web/api/auth-client.ts'
import { withProof } from '#web/api/proof.ts'
import { failureCode, wantsProof } from './auth-failures.ts'
import { forgetCodeVerifiers } from '#web/api/stored-session.ts'
import { paths } from '#contract/paths.ts'

/* The sign-in methods of an account, and the ways to secure it. Each throws the auth service's own error; the session
   arrives through useAuth. */

/** A sign-up's input. */
export interface SignUp {
  name: string
  email: string
  password: string
  role: Role
}

/** By email address and password. */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await (await authClient()).signInWithPassword({ email, password })
  if (error) throw error
  forgetCodeVerifiers()
}

/**
 * Resolves once the confirmation mail is on its way; it signs no one in. While unusually many people sign up, the
 * browser first solves a puzzle: `onPuzzle` is called when it begins.
 */
export async function signUp(
  { name, email, password, role }: SignUp,
  onPuzzle: () => void,
): Promise<void> {
  const client = await authClient()
  const attempt = async (solution: { captchaToken?: string }) => {
    const { error } = await client.signUp({
      email,
      password,
      options: { data: { name, role }, emailRedirectTo: addressOf(paths.home), ...solution },
    })
    if (error) throw error
  }
  try {
    await attempt({})
  } catch (error) {
    if (failureCode(error) !== PUZZLE_NEEDED) throw error
    onPuzzle()
    const { solvedPuzzle } = await import('./puzzle.ts')
    const captchaToken = await solvedPuzzle(email)
    await attempt(captchaToken === undefined ? {} : { captchaToken })
  }
}

/** Resends a sign-up's confirmation mail. For an address without a sign-up nothing is sent. */
export async function resendConfirmation(email: string): Promise<void> {
  const { error } = await (
    await authClient()
  ).resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: addressOf(paths.home) },
  })
  if (error) throw error
}

/** Leaves this page for Google's and returns to `returnPath`. */
export async function signInWithGoogle(returnPath: string): Promise<void> {
  const { error } = await (
    await authClient()
  ).signInWithOAuth({
    provider: 'google',
    options: { redirectTo: addressOf(returnPath) },
  })
  if (error) throw error
}

/** Mails a link that leads to the new-password screen, if the address has an account. */
export async function requestRecovery(email: string): Promise<void> {
  const { error } = await (
    await authClient()
  ).resetPasswordForEmail(email, {
    redirectTo: addressOf(paths.newPassword),
  })
  if (error) throw error
}

/** What may accompany a new password: the mailed code, the current password. */
export interface PasswordProof {
  nonce?: string
  current_password?: string
}

/** Changes the signed-in person's password; their other sessions end. */
export async function changePassword(password: string, proof: PasswordProof = {}): Promise<void> {
  const client = await authClient()
  await withProof(async () => {
    const { error } = await client.updateUser({ password, ...proof })
    if (error) throw error
  }, wantsProof)
}

/** Mails the code that is needed to change the password in a session older than a day. */
export async function mailNonce(): Promise<void> {
  const { error } = await (await authClient()).reauthenticate()
  if (error) throw error
}

/** Mails a link to both addresses; nothing changes until both have been opened. */
export async function changeEmail(email: string): Promise<void> {
  const client = await authClient()
  await withProof(async () => {
    const { error } = await client.updateUser(
      { email },
      { emailRedirectTo: addressOf(paths.emailChanged) },
    )
    if (error) throw error
  }, wantsProof)
}

/** A path of this app as the return address for a mail or a provider. */
function addressOf(path: string): string {
  return window.location.origin + path
}
