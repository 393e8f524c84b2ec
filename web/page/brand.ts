/**
 * The brand's own facts, configurable with working defaults (set at build time through the environment, under the same
 * names as on the server).
 */
const env: Record<string, string | undefined> = import.meta.env

export const brand = {
  name: env.BRAND_NAME ?? 'Cartwright',
  supportEmail: env.SUPPORT_EMAIL ?? 'support@cartwright.example',
  careersEmail: env.CAREERS_EMAIL ?? 'careers@cartwright.example',
  pressEmail: env.PRESS_EMAIL ?? 'press@cartwright.example',
  /** SPEC §9: Monday to Friday, 9AM to 6PM PST. */
  phone: env.SUPPORT_PHONE ?? '+1 (555) 010-0142',
  officeAddress: env.OFFICE_ADDRESS ?? '214 Sawmill Street, Suite 3, Ann Arbor, MI 48104',
  /** The payment provider's name in the copy. */
  provider: 'Stripe',
} as const
