import { createContext } from 'react'
import { KNOWN_PROFILE_ID, SOCIAL_LINKS_META, type SocialLinks } from '#contract/pages.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'

/** What a page is drawn from beside its address: alike on the server and in the browser, which takes it over. */
export interface PageFacts {
  /** Where the page stands; nowhere while pages are prerendered. */
  origin: string
  /** The site's own pages on other platforms, for the footer. */
  socialLinks: SocialLinks
  /** The answer of `profiles.get` for this id, if it came with the page. */
  profileOf(id: string): PublicProfile | undefined
  /** Called once the profile is drawn: later it would be an old answer. */
  forgetProfile(): void
}

export function pageFacts(
  origin: string,
  socialLinks: SocialLinks,
  profile: PublicProfile | null = null,
): PageFacts {
  let known = profile
  return {
    origin,
    socialLinks,
    // An address may have an id in capitals.
    profileOf: (id) => (known?.id === id.toLowerCase() ? known : undefined),
    forgetProfile() {
      known = null
    },
  }
}

/** The facts of this window's page, as the server wrote them into it. */
export function factsOfPage(): PageFacts {
  const profile = document.getElementById(KNOWN_PROFILE_ID)?.textContent
  const links = document.querySelector<HTMLMetaElement>(
    `meta[name="${SOCIAL_LINKS_META}"]`,
  )?.content
  return pageFacts(
    window.location.origin,
    links ? (JSON.parse(links) as SocialLinks) : {},
    profile ? (JSON.parse(profile) as PublicProfile) : null,
  )
}

/** Given by whoever draws: the server (web/profile-page.tsx) or the window (web/main.tsx). */
export const PageFactsContext = createContext(pageFacts('', {}))
