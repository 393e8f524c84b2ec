import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { usdFromCents } from '#contract/money.ts'
import {
  isReservedName,
  type Niche,
  PROFILE_LIMITS as limits,
  profileMessages as say,
} from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { withScheme } from '#contract/web-address.ts'
import { linkProblem } from '#contract/web-links.ts'

/** What a creator is editing. Every function below returns a new draft, or the same one when nothing changed. */
export interface CreatorDraft {
  name: string
  bio: string
  avatar_url: string | null
  niches: string[]
  social_links: Record<string, string>
  portfolio_urls: string[]
  /** Service to USD. */
  rates: Record<string, number>
}

/** The draft that starts from what is saved. */
export function draftOf(profile: OwnProfile): CreatorDraft {
  const { name, bio, avatar_url, niches, social_links, portfolio_urls, rates } = profile
  return { name, bio: bio ?? '', avatar_url, niches, social_links, portfolio_urls, rates }
}

/** SPEC §5: a niche is added only if it is not already there. */
export function withNiche(draft: CreatorDraft, niche: Niche): CreatorDraft {
  return draft.niches.includes(niche) ? draft : { ...draft, niches: [...draft.niches, niche] }
}

/** The draft without that niche. */
export function withoutNiche(draft: CreatorDraft, niche: string): CreatorDraft {
  return { ...draft, niches: draft.niches.filter((one) => one !== niche) }
}

/** Why a line of the form was not added: something is missing, or the sentence for what is wrong with it. */
export type Refused = 'incomplete' | { problem: string }

const reservedName: Refused = { problem: say.reservedName }

/** Whether a change to the draft was refused. */
export const isRefused = (answer: CreatorDraft | Refused): answer is Refused =>
  answer === 'incomplete' || 'problem' in answer

/** The link as it would be stored, and the contract's sentence for what is wrong with it. */
function readLink(typed: string): { url: string; problem: string | null } {
  // Browsers copy addresses with this character unescaped, and no link may be stored with it.
  const url = withScheme(typed).replaceAll("'", '%27')
  return { url, problem: linkProblem(url, limits.listed_url) }
}

/** SPEC §5: only when platform and address are both given; the same platform overwrites. */
export function withSocialLink(
  draft: CreatorDraft,
  platform: string,
  typed: string,
): CreatorDraft | Refused {
  const key = platform.trim().toLowerCase()
  if (!key || !typed.trim()) return 'incomplete'
  if (isReservedName(key)) return reservedName
  const { url, problem } = readLink(typed)
  if (problem !== null) return { problem }
  return { ...draft, social_links: { ...draft.social_links, [key]: url } }
}

/** The draft without that platform. */
export function withoutSocialLink(draft: CreatorDraft, platform: string): CreatorDraft {
  const { [platform]: _gone, ...social_links } = draft.social_links
  return { ...draft, social_links }
}

/** SPEC §5: only when not empty and not already there. */
export function withPortfolioUrl(draft: CreatorDraft, typed: string): CreatorDraft | Refused {
  if (!typed.trim()) return 'incomplete'
  const { url, problem } = readLink(typed)
  if (problem !== null) return { problem }
  return draft.portfolio_urls.includes(url)
    ? draft
    : { ...draft, portfolio_urls: [...draft.portfolio_urls, url] }
}

/** The draft without that piece. */
export function withoutPortfolioUrl(draft: CreatorDraft, url: string): CreatorDraft {
  return { ...draft, portfolio_urls: draft.portfolio_urls.filter((one) => one !== url) }
}

/** SPEC §5: only when service and amount are both given, the amount parsed as a decimal; the same service overwrites. */
export function withRate(
  draft: CreatorDraft,
  service: string,
  amount: string,
): CreatorDraft | Refused {
  const name = service.trim()
  if (!name || !amount.trim()) return 'incomplete'
  if (isReservedName(name)) return reservedName
  const { cents, problem } = readAmount(amount)
  return problem !== null
    ? { problem: amountSentence(problem) }
    : { ...draft, rates: { ...draft.rates, [name]: usdFromCents(cents) } }
}

/** The draft without that service. */
export function withoutRate(draft: CreatorDraft, service: string): CreatorDraft {
  const { [service]: _gone, ...rates } = draft.rates
  return { ...draft, rates }
}
