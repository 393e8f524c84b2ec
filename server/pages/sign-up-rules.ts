import { AUTH_LIMITS } from '#contract/auth.ts'
import { PASSWORD_ATTRIBUTE, type PasswordNeeds, SIGN_UPS_ATTRIBUTE } from '#contract/pages.ts'
import type { AuthConfig } from '#server/config/auth-config.ts'
import { escapeHtml } from '#server/html/html.ts'

/** What a new password needs, as pages state it. */
export const passwordNeeds = ({
  passwordMinLength: min,
  passwordCharacters: sets,
}: Pick<AuthConfig, 'passwordMinLength' | 'passwordCharacters'>): PasswordNeeds => ({ min, sets })

/** Returns a built page that tells its scripts the rules of signing up, where they differ from the defaults. */
export function withSignUpRules(
  html: string,
  auth: Pick<AuthConfig, 'passwordMinLength' | 'passwordCharacters' | 'signups'>,
): string {
  const needs = passwordNeeds(auth)
  const isDefault = needs.min === AUTH_LIMITS.passwordMin && needs.sets.length === 0
  const attributes = [
    isDefault ? '' : ` ${PASSWORD_ATTRIBUTE}="${escapeHtml(JSON.stringify(needs))}"`,
    auth.signups ? '' : ` ${SIGN_UPS_ATTRIBUTE}="off"`,
  ]
  return html.replace(/<html(?=[ >])/, () => `<html${attributes.join('')}`)
}
