import { AUTH_LIMITS } from '#contract/auth.ts'
import { PASSWORD_MIN_ATTRIBUTE, SIGN_UPS_ATTRIBUTE } from '#contract/pages.ts'
import type { AuthConfig } from '#server/config/auth-config.ts'

/** Returns a built page that tells its scripts the rules of signing up, where they differ from the defaults. */
export function withSignUpRules(
  html: string,
  { passwordMinLength, signups }: Pick<AuthConfig, 'passwordMinLength' | 'signups'>,
): string {
  const attributes = [
    passwordMinLength === AUTH_LIMITS.passwordMin
      ? ''
      : ` ${PASSWORD_MIN_ATTRIBUTE}="${passwordMinLength}"`,
    signups ? '' : ` ${SIGN_UPS_ATTRIBUTE}="off"`,
  ]
  return html.replace(/<html(?=[ >])/, `<html${attributes.join('')}`)
}
