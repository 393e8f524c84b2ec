import { paths } from '#contract/paths.ts'
import { z } from 'zod'
import { PROFILE_PAGE } from '#contract/pages.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { profileErrors } from '#contract/profiles.ts'
import { DRAW_RATE } from '#contract/rate-limits.ts'
import { networkOf } from '#server/limits/network.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createLocalBuckets } from '#server/limits/local-buckets.ts'
import { presentShownProfile } from '#server/profiles/profile-presenter.ts'
import { shownProfileById } from '#server/profiles/profile-store.ts'
import { type Reading, readShared } from '#server/replica/read-shared.ts'
import type { DrawnPage } from './drawn-page.ts'
import type { HtmlPage } from './html-answer.ts'
import type { PageHead } from './page-head.ts'
import { portrait, workPicture } from './preview-picture.ts'
import type { WebPages } from './web-pages.ts'

/** The maximum length of a text in a link preview, in characters. */
const DESCRIPTION_LENGTH = 200

const uuid = z.uuid()

/** Who requests a page, and when. */
export interface Visitor {
  ip: string
  request: Reading['request']
  now: Date
}

/** Serves the page of a public profile: 404 for people who do not exist or are hidden (decision P31). */
export type ProfilePage = (
  id: string,
  visitor: Visitor,
) => Promise<{ status: number; page: HtmlPage }>

/**
 * Serves the page of a public profile, rendered, with the person's own title, words and picture (drawn-page.ts). An
 * address that requests too many gets the app's shell.
 */
export function profilePage(
  deps: Deps,
  { shell }: Pick<WebPages, 'shell'>,
  drawn: DrawnPage,
): ProfilePage {
  const draws = createLocalBuckets(DRAW_RATE)
  const missing = shell(PROFILE_PAGE, unknown(deps))
  return async (id, visitor) => {
    const row = uuid.safeParse(id).success
      ? // The page is the same for everyone; for someone who is signed in, the app requests the profile again as them.
        await readShared(deps, { request: visitor.request, about: id }, (pool) =>
          shownProfileById(pool, id, { viewerId: null, now: visitor.now }),
        )
      : null
    if (row === null) return { status: 404, page: missing }
    const profile = presentShownProfile(row)
    const page = await drawn(
      {
        name: 'profile',
        path: paths.publicProfile(profile.id),
        head: profileHead(profile, deps.config.brandName),
        known: { profile },
      },
      () => draws.take(networkOf(visitor.ip), visitor.now.getTime()) === 0,
    )
    return { status: 200, page }
  }
}

/** A profile's head tags for search engines and link previews. */
export function profileHead(profile: ShownProfile, brandName: string): PageHead {
  const isCreator = profile.role === 'creator'
  const name = isCreator ? profile.name : profile.company_name || profile.name
  const words = isCreator ? profile.bio : profile.brand_description
  return {
    title: `${name} · ${brandName}`,
    description: words?.trim() ? excerpt(words) : standIn(profile, name, brandName),
    path: paths.publicProfile(profile.id),
    picture: workPicture(profile, name) ?? portrait(profile, name),
    kind: 'profile',
  }
}

/** For people who have not written anything yet. */
function standIn(profile: ShownProfile, name: string, brandName: string): string {
  if (profile.role !== 'creator') return `${name} posts paid content projects on ${brandName}.`
  const niches = profile.niches.slice(0, 3).join(', ')
  return `${name} makes content for brands on ${brandName}${niches ? `: ${niches}` : ''}.`
}

/** Returns the beginning of a text, in whole words, on one line. */
function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_LENGTH) return line
  return `${line.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…`
}

const unknown = (deps: Deps): PageHead => ({
  title: `Profile Not Found · ${deps.config.brandName}`,
  description: profileErrors['profile.not_found'].message,
  path: null,
})
