type BuildEnvironment = Readonly<Record<string, string | undefined>>

/** An empty variable counts as absent, as on the server. */
const or = (value: string | undefined, fallback: string) => value?.trim() || fallback

/** The brand's own facts as the environment of a build sets them, under the same names as on the server. */
export const brandOf = (env: BuildEnvironment) => ({
  name: or(env.BRAND_NAME, 'Cartwright'),
  supportEmail: or(env.SUPPORT_EMAIL, 'support@cartwright.example'),
  careersEmail: or(env.CAREERS_EMAIL, 'careers@cartwright.example'),
  pressEmail: or(env.PRESS_EMAIL, 'press@cartwright.example'),
  /** SPEC §9: Monday to Friday, 9AM to 6PM PST. */
  phone: or(env.SUPPORT_PHONE, '+1 (555) 010-0142'),
  officeAddress: or(env.OFFICE_ADDRESS, '214 Sawmill Street, Suite 3, Ann Arbor, MI 48104'),
  /** The payment provider's name in the copy. */
  provider: 'Stripe',
})

/** The facts of this build. */
export const brand = brandOf(import.meta.env)
