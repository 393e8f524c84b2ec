import type { ProfilePages } from '#contract/pages.ts'
import { pageFacts } from '#web/page/page-facts.ts'
import { paths } from '#contract/paths.ts'
import { render } from './render.tsx'

/** Bundled for the server, which renders public profiles with it (server/pages/draw-profile.ts). */
export const renderProfile: ProfilePages['renderProfile'] = async (
  profile,
  origin,
  socialLinks,
) => {
  const { markup, preloads } = await render(
    paths.publicProfile(profile.id),
    pageFacts(origin, { socialLinks }, profile),
  )
  return { markup, preloads }
}
