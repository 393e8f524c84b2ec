import { createContext } from 'react'
import { KNOWN_PROFILE_ID } from '#contract/pages.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'

/** What a page is drawn from beside its address: alike on the server and in the browser, which takes it over. */
export interface PageFacts {
  /** Where the page stands; nowhere while pages are prerendered. */
  origin: string
  /** The answer of `profiles.get` for this id, if it came with the page. */
  profileOf(id: string): PublicProfile | undefined
  /** Called once the profile is drawn: later it would be an old answer. */
  forgetProfile(): void
}

export function pageFacts(origin: string, profile: PublicProfile | null): PageFacts {
  let known = profile
  return {
    origin,
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
  return pageFacts(window.location.origin, profile ? (JSON.parse(profile) as PublicProfile) : null)
}

/** Given by whoever draws: the server (web/profile-page.tsx) or the window (web/main.tsx). */
export const PageFactsContext = createContext(pageFacts('', null))
