import { paths } from '#contract/paths.ts'
import type { Role } from '#contract/profiles.ts'

/** One section of the settings, as named in the rail and on its own page. */
export interface SettingsSection {
  label: string
  to: string
  /** The sentence under the page's title. */
  text: string
}

const payouts = {
  label: 'Payouts',
  to: paths.payouts,
  text: 'Where your money goes, and every payment so far.',
}
const cards = {
  label: 'Cards',
  to: paths.cards,
  text: 'What you fund projects with, and every payment so far.',
}
const shared = [
  {
    label: 'Documents',
    to: paths.documents,
    text: 'Receipts, invoices, statements, and the details they show about you.',
  },
  {
    label: 'Notifications',
    to: paths.mailSettings,
    text: 'On the site you see every notification. Here you choose which also reach you elsewhere.',
  },
  { label: 'Security', to: paths.security, text: 'How you sign in, and where you are signed in.' },
  { label: 'Blocked', to: paths.blockedPeople, text: 'People you do not want to see here.' },
  {
    label: 'Data',
    to: paths.ownData,
    text: 'Take a copy of everything you have here, or leave for good.',
  },
] as const

/** The settings pages of this role, in the rail's order. The profile comes before them, at its own address. */
export const settingsSections = (role: Role): readonly SettingsSection[] => [
  role === 'creator' ? payouts : cards,
  ...shared,
]

/** The other role's name for the same section: its address leads to the reader's own. */
export const sectionOfRole = (role: Role, pathname: string): string | null =>
  pathname === paths.payouts || pathname === paths.cards
    ? (settingsSections(role)[0]?.to ?? null)
    : null
