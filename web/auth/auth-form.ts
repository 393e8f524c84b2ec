import type { FieldErrors, RegisterOptions, UseFormSetFocus } from 'react-hook-form'
import type { PasswordNeeds } from '#contract/pages.ts'
import type { Role } from '#contract/profiles.ts'

/** Everything both tabs ask for; one form, so that switching tabs loses nothing. */
export interface AuthForm {
  name: string
  email: string
  password: string
  role: Role
}

/** The draft that keeps name and email across a reload; never the password. */
export const AUTH_DRAFT = 'auth'

/** SPEC §2: the two sides of a deal, as the form offers them. */
export const roleOptions: readonly { value: Role; label: string; hint: string; more: string }[] = [
  {
    value: 'creator',
    label: 'Creator',
    hint: 'I make content',
    more: 'Films, photos or posts',
  },
  { value: 'seller', label: 'Seller', hint: 'I need content', more: 'I sell: a shop or brand' },
]

const email = {
  required: 'Email is required',
  pattern: { value: /^[^\s@]+@[^\s@]+$/, message: 'Please enter a valid email address' },
} satisfies RegisterOptions<AuthForm, 'email'>

/** What is checked before sending; sentences appear at the field. */
export const rules = {
  name: {
    validate: (value: string) => value.trim() !== '' || 'Name is required',
  } satisfies RegisterOptions<AuthForm, 'name'>,
  email,
  /** Signing in accepts any password: one that is too short today may be an older one. */
  currentPassword: { required: 'Password is required' } satisfies RegisterOptions<
    AuthForm,
    'password'
  >,
}

/** The same for a new password. Its sentences are the service's own. */
export const newPasswordRules = ({ min, sets }: PasswordNeeds) =>
  ({
    required: 'Password is required',
    minLength: { value: min, message: `Password should be at least ${min} characters.` },
    validate: (value: string) =>
      sets.every((set) => Array.from(value).some((one) => set.includes(one))) ||
      `Password should contain at least one character of each: ${sets.join(', ')}.`,
  }) satisfies RegisterOptions<AuthForm, 'password'>

/** The hint below the field. */
export const passwordHint = ({ min, sets }: PasswordNeeds): string =>
  `At least ${min} characters${sets.length === 0 ? '' : `, one of each: ${sets.join(', ')}`}`

/** Focuses the first wrong field from the top, whichever tab registered it first. */
export function focusFirstError(
  errors: FieldErrors<AuthForm>,
  setFocus: UseFormSetFocus<AuthForm>,
) {
  const wrong = (['name', 'email', 'password'] as const).find((field) => errors[field])
  if (wrong) setFocus(wrong)
}
