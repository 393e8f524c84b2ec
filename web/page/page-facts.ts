import type { Session } from '@supabase/auth-js'
import { createContext } from 'react'
import { REVIEW_WINDOW_OUTCOMES } from '#contract/deliverables.ts'
import { type FeeWords, feeWords } from '#contract/fee-words.ts'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import type { FeeTerms } from '#contract/money.ts'
import {
  EMAIL_CHANGE_ATTRIBUTE,
  type EmailChangeBy,
  FEE_TERMS_META,
  KNOWN_DATA_ID,
  type KnownData,
  MINIMUM_PRICE_ATTRIBUTE,
  PASSWORD_ATTRIBUTE,
  type PasswordNeeds,
  REVIEW_OUTCOME_ATTRIBUTE,
  SIGN_UPS_ATTRIBUTE,
  SOCIAL_LINKS_META,
  type SocialLinks,
} from '#contract/pages.ts'
import { type ReviewWords, reviewWords } from '#contract/review-words.ts'

/** A page's inputs besides its address: identical on the server and in the browser, which hydrates it. */
export interface PageFacts {
  /** The site on which the page runs; null while pages are prerendered. */
  origin: string
  /** The site's own pages on other platforms, for the footer. */
  socialLinks: SocialLinks
  /** What happens to unanswered deliveries, in words. */
  reviewWords: ReviewWords
  /** The current fee terms; null while pages are prerendered. */
  feeTerms: FeeTerms | null
  /** The same terms in words, or placeholders while they are unknown. */
  feeWords: FeeWords
  /** The operator's minimum for new prices in cents; null where there is none. */
  minimumPrice: number | null
  /** The providers whose mailboxes confirm a change of address. */
  emailChange: EmailChangeBy
  passwords: PasswordNeeds
  /** Whether people can sign up themselves. */
  signUps: boolean
  /** The data that came with the page. */
  known: KnownData
  /**
   * The session of the person for whom the page was rendered; undefined on a page for everyone. It is read once, as the
   * page starts: the first view is theirs, even if another tab signs them out in the meantime.
   */
  session: Session | undefined
  /** Called once that view is rendered, because later the data would be stale. */
  forget(): void
}

/** SPEC §5 and §9: minimum password length of a sign-up. */
const SPEC_PASSWORDS: PasswordNeeds = { min: 6, sets: [] }

/** The server's configuration; its defaults if absent. */
interface Configured {
  socialLinks?: SocialLinks
  words?: ReviewWords
  feeTerms?: FeeTerms | null
  minimumPrice?: number | null
  emailChange?: EmailChangeBy
  passwords?: PasswordNeeds
  signUps?: boolean
}

export function pageFacts(
  origin: string,
  {
    socialLinks = {},
    words = reviewWords('approve'),
    feeTerms = DEFAULT_FEE_TERMS,
    minimumPrice = null,
    emailChange = 'both',
    passwords = SPEC_PASSWORDS,
    signUps = true,
  }: Configured = {},
  known: KnownData = {},
): PageFacts {
  const facts: PageFacts = {
    origin,
    socialLinks,
    reviewWords: words,
    feeTerms,
    feeWords: feeWords(feeTerms),
    minimumPrice,
    emailChange,
    passwords,
    signUps,
    known,
    // Everything the server knows of a session, which is also everything a screen shows of it.
    session:
      known.brought && ({ access_token: '', user: { id: known.brought.personId } } as Session),
    forget() {
      facts.known = {}
    },
  }
  return facts
}

const metaOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

const htmlSays = (attribute: string): string | null =>
  document.documentElement.getAttribute(attribute)

/** The facts of this window's page, as the server wrote them. */
export function factsOfPage(): PageFacts {
  const known = document.getElementById(KNOWN_DATA_ID)?.textContent
  const outcome = htmlSays(REVIEW_OUTCOME_ATTRIBUTE)
  const links = metaOf(SOCIAL_LINKS_META)
  const terms = metaOf(FEE_TERMS_META)
  const least = htmlSays(MINIMUM_PRICE_ATTRIBUTE)
  const passwords = htmlSays(PASSWORD_ATTRIBUTE)
  return pageFacts(
    window.location.origin,
    {
      socialLinks: links ? (JSON.parse(links) as SocialLinks) : {},
      words: reviewWords(REVIEW_WINDOW_OUTCOMES.find((known) => known === outcome) ?? 'approve'),
      feeTerms: terms ? (JSON.parse(terms) as FeeTerms) : DEFAULT_FEE_TERMS,
      minimumPrice: least === null ? null : Number(least),
      emailChange: htmlSays(EMAIL_CHANGE_ATTRIBUTE) === 'new' ? 'new' : 'both',
      ...(passwords !== null && { passwords: JSON.parse(passwords) as PasswordNeeds }),
      signUps: htmlSays(SIGN_UPS_ATTRIBUTE) !== 'off',
    },
    known ? (JSON.parse(known) as KnownData) : {},
  )
}

/** Provided by the renderer: the server (web/start-up/drawn-pages.tsx) or the browser (web/start-up/start-app.tsx). */
export const PageFactsContext = createContext(pageFacts(''))
