import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { usdFromCents } from '#contract/money.ts'
import {
  isReservedName,
  type Niche,
  PORTFOLIO_PREFIX,
  PROFILE_LIMITS as limits,
  profileMessages as say,
} from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { withScheme } from '#contract/web-address.ts'
import { linkProblem } from '#contract/web-links.ts'
import { moved } from '#web/ui/image-order.ts'

/** The profile a creator is editing. Every function below returns a new draft, or the same one when nothing changed. */
export interface CreatorDraft {
  name: string
  bio: string
  avatar_url: string | null
  niches: string[]
  social_links: Record<string, string>
  portfolio_urls: string[]
  /** By the piece's address; pieces without one are absent. */
  portfolio_captions: Record<string, string>
  /** Service to USD. */
  rates: Record<string, number>
}

/** Returns a draft with the saved values. */
export function draftOf(profile: OwnProfile): CreatorDraft {
  const { name, bio, avatar_url, niches, social_links, portfolio_urls, rates } = profile
  const captions = portfolio_urls.map((url, at) => [url, profile.portfolio_captions[at] ?? ''])
  const portfolio_captions = Object.fromEntries(
    captions.filter(([, caption]) => caption !== ''),
  ) as Record<string, string>
  const links = { social_links, portfolio_urls, portfolio_captions }
  return { name, bio: bio ?? '', avatar_url, niches, ...links, rates }
}

/** Returns the captions as they are saved: in the order of the pieces, '' for none. */
export const captionsOf = (draft: CreatorDraft): string[] =>
  draft.portfolio_urls.map((url) => draft.portfolio_captions[url] ?? '')

/** Text that was typed into the fields that add an entry, but not added yet. */
export interface CreatorLines {
  social_platform: string
  social_url: string
  portfolio_url: string
  rate_service: string
  rate_amount: string
}

/** Every line is empty. */
export const noLines: CreatorLines = {
  social_platform: '',
  social_url: '',
  portfolio_url: '',
  rate_service: '',
  rate_amount: '',
}

/** The error of an incomplete line. */
export const incompleteWords = {
  social_url: 'Choose a platform and give its address.',
  portfolio_url: 'Give an address first.',
  rate_amount: 'Give a service and its amount.',
} as const

/** A line that adds an entry, named by the field that shows its error. */
export type Line = keyof typeof incompleteWords

/** The fields of each line. */
export const fieldsOfLine = {
  social_url: ['social_platform', 'social_url'],
  portfolio_url: ['portfolio_url'],
  rate_amount: ['rate_service', 'rate_amount'],
} as const satisfies Record<Line, readonly (keyof CreatorLines)[]>

/** Returns the draft with the text of such a field added, or why it was not added. */
export const withLine: Record<
  Line,
  (draft: CreatorDraft, lines: CreatorLines) => CreatorDraft | Refused
> = {
  social_url: (draft, lines) => withSocialLink(draft, lines.social_platform, lines.social_url),
  portfolio_url: (draft, lines) => withPortfolioUrl(draft, lines.portfolio_url),
  rate_amount: (draft, lines) => withRate(draft, lines.rate_service, lines.rate_amount),
}

/** Whether something was typed into a line; a chosen platform alone does not count. */
const isTyped: Record<Line, (lines: CreatorLines) => boolean> = {
  social_url: ({ social_url }) => social_url.trim() !== '',
  portfolio_url: ({ portfolio_url }) => portfolio_url.trim() !== '',
  rate_amount: ({ rate_service, rate_amount }) => `${rate_service}${rate_amount}`.trim() !== '',
}

/** Returns the sentence for why a line was not added. */
export const refusalWords = (line: Line, refused: Refused): string =>
  refused === 'incomplete' ? incompleteWords[line] : refused.problem

/** Returns the draft with every non-empty line added to it, and why a line was not added. */
export function withLines(
  draft: CreatorDraft,
  lines: CreatorLines,
): { draft: CreatorDraft; errors: Partial<Record<Line, string>> } {
  const errors: Partial<Record<Line, string>> = {}
  let whole = draft
  for (const line of ['social_url', 'portfolio_url', 'rate_amount'] as const) {
    if (!isTyped[line](lines)) continue
    const next = withLine[line](whole, lines)
    if (isRefused(next)) errors[line] = refusalWords(line, next)
    else whole = next
  }
  return { draft: whole, errors }
}

/** SPEC §5: a niche is added only if it is not already there. */
export function withNiche(draft: CreatorDraft, niche: Niche): CreatorDraft {
  return draft.niches.includes(niche) ? draft : { ...draft, niches: [...draft.niches, niche] }
}

/** The draft without that niche. */
export function withoutNiche(draft: CreatorDraft, niche: string): CreatorDraft {
  return { ...draft, niches: draft.niches.filter((one) => one !== niche) }
}

/** Why a line of the form was not added: a value is missing, or the sentence for its error. */
export type Refused = 'incomplete' | { problem: string }

const reservedName: Refused = { problem: say.reservedName }

/** Whether a change to the draft was refused. */
export const isRefused = (answer: CreatorDraft | Refused): answer is Refused =>
  answer === 'incomplete' || 'problem' in answer

/** Returns the link as it would be stored, and the contract's sentence for its error. */
function readLink(typed: string): { url: string; problem: string | null } {
  // Browsers copy addresses with this character unescaped, but no link may be stored with it.
  const url = withScheme(typed).replaceAll("'", '%27')
  return { url, problem: linkProblem(url, limits.listed_url) }
}

/** SPEC §5: added only when platform and address are both given; the same platform overwrites. */
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

/** SPEC §5: added only when not empty and not already there. */
export function withPortfolioUrl(draft: CreatorDraft, typed: string): CreatorDraft | Refused {
  if (!typed.trim()) return 'incomplete'
  const { url, problem } = readLink(typed)
  if (problem !== null) return { problem }
  return draft.portfolio_urls.includes(url)
    ? draft
    : { ...draft, portfolio_urls: [...draft.portfolio_urls, url] }
}

/** Returns the draft with an uploaded piece added at the end. */
export function withPiece(draft: CreatorDraft, url: string): CreatorDraft {
  if (draft.portfolio_urls.includes(url)) return draft
  return { ...draft, portfolio_urls: [...draft.portfolio_urls, url] }
}

/** The draft with one piece moved to another place, counted from 0. */
export function withPieceMoved(draft: CreatorDraft, url: string, place: number): CreatorDraft {
  return { ...draft, portfolio_urls: moved(draft.portfolio_urls, url, place) }
}

/** Sets a piece's caption in the draft; an empty one removes it. */
export function withCaption(draft: CreatorDraft, url: string, caption: string): CreatorDraft {
  const { [url]: _before, ...others } = draft.portfolio_captions
  const portfolio_captions = caption === '' ? others : { ...others, [url]: caption }
  return { ...draft, portfolio_captions }
}

/** The draft without that piece and its caption. */
export function withoutPiece(draft: CreatorDraft, url: string): CreatorDraft {
  const portfolio_urls = draft.portfolio_urls.filter((one) => one !== url)
  return { ...withCaption(draft, url, ''), portfolio_urls }
}

/** The number of pieces that may still be uploaded. */
export const pieceRoom = ({ portfolio_urls: urls }: CreatorDraft): number =>
  Math.max(
    0,
    Math.min(
      limits.portfolio_files - urls.filter((url) => url.startsWith(PORTFOLIO_PREFIX)).length,
      limits.portfolio_urls - urls.length,
    ),
  )

/**
 * SPEC §5: added only when service and amount are both given, the amount parsed as a decimal; the same service
 * overwrites.
 */
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
