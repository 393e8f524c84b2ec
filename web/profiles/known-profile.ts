import { KNOWN_PROFILE_ID } from '#contract/pages.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'

/**
 * The profile the server wrote into the page it answered, when that is the one asked for. Once: later it would be an
 * old answer.
 */
export function takeKnownProfile(id: string): PublicProfile | undefined {
  const element = document.getElementById(KNOWN_PROFILE_ID)
  if (!element) return undefined
  element.remove()
  const profile = JSON.parse(element.textContent ?? 'null') as PublicProfile | null
  return profile?.id === id ? profile : undefined
}
