import { CHANGED_EMAIL, paths } from '#contract/paths.ts'

/**
 * Returns where a section of the profile moved when the settings got their own pages, or null. Mails that people keep,
 * and pages left open at the provider, still lead to the profile: by its anchor, or with the provider's result.
 */
export function movedTo({ search, hash }: { search: string; hash: string }): string | null {
  const query = new URLSearchParams(search)
  if (query.has('card')) return paths.cards + search
  if (query.has('payout')) return paths.payouts + search
  if (query.has(CHANGED_EMAIL)) return paths.security
  return hash === '#notifications' ? paths.mailSettings : null
}
