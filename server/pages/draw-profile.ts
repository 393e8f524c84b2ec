import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROFILE_PAGES, type ProfilePages } from '#contract/pages.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import type { Deps } from '#server/deps/deps.ts'
import { classesIn } from './classes-in.ts'

/** A rendered profile: the content of the page's root, and tags for its `<head>`. */
export type DrawnProfile = Awaited<ReturnType<ProfilePages['renderProfile']>>

/** Returns null when a profile cannot be rendered. */
export type DrawProfile = (profile: ShownProfile) => Promise<DrawnProfile | null>

/**
 * Renders public profiles as the browser will, with the server bundle that the web build left in `folder`. A failure,
 * or a class that is not among `styled`, is logged.
 */
export function profileDrawer(
  { config, log }: Deps,
  folder: string,
  styled: ReadonlySet<string>,
): DrawProfile {
  let loading: Promise<ProfilePages> | undefined
  return async (profile) => {
    try {
      loading ??= import(pathToFileURL(join(folder, PROFILE_PAGES)).href) as Promise<ProfilePages>
      const { renderProfile } = await loading
      const drawn = await renderProfile(profile, config.publicUrl, config.socialLinks)
      const bare = [...classesIn(drawn.markup)].filter((name) => !styled.has(name))
      if (bare.length > 0)
        throw new Error(`the page of a profile has no styles for ${bare.join(', ')}`)
      return drawn
    } catch (error) {
      log.error({ err: error, profileId: profile.id }, 'a public profile could not be drawn')
      return null
    }
  }
}
