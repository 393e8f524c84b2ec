import { paths } from '#contract/paths.ts'
import { hash } from 'node:crypto'
import { z } from 'zod'
import { KNOWN_PROFILE_ID, PROFILE_PAGE } from '#contract/pages.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { profileErrors } from '#contract/profiles.ts'
import { DRAW_RATE } from '#contract/rate-limits.ts'
import { networkOf } from '#server/limits/network.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createLocalBuckets } from '#server/limits/local-buckets.ts'
import { presentShownProfile } from '#server/profiles/profile-presenter.ts'
import { shownProfileById } from '#server/profiles/profile-store.ts'
import { type Reading, readShared } from '#server/replica/read-shared.ts'
import type { DrawProfile } from './draw-profile.ts'
import type { HtmlPage } from './html-answer.ts'
import { jsonForHtml, type PageHead } from './page-head.ts'
import { createPageMemory } from './page-memory.ts'
import { portrait, workPicture } from './preview-picture.ts'
import type { WebPages } from './web-pages.ts'

/** What a link preview shows of a longer text, in characters. */
const DESCRIPTION_LENGTH = 200

const uuid = z.uuid()

/** Who requests a page, and when. */
export interface Visitor {
  ip: string
  request: Reading['request']
  now: Date
}

/** Answers the page of a public profile: 404 for people who do not exist or are hidden (decision P31). */
export type ProfilePage = (
  id: string,
  visitor: Visitor,
) => Promise<{ status: number; page: HtmlPage }>

/**
 * Serves the page of a public profile: rendered, with the person's own title, words and picture, and with the profile's
 * data, so that the app hydrates without fetching it. Rendered pages are cached by what they show, so a change is
 * visible immediately. A profile that cannot be rendered, or an address that requested too many, gets the app's shell.
 */
export function profilePage(
  deps: Deps,
  pages: Pick<WebPages, 'shell' | 'profile'>,
  draw: DrawProfile,
): ProfilePage {
  const memory = createPageMemory()
  const draws = createLocalBuckets(DRAW_RATE)
  const missing = pages.shell(PROFILE_PAGE, unknown(deps))

  async function drawnPage(profile: ShownProfile, { ip, now }: Visitor): Promise<HtmlPage> {
    const data = jsonForHtml(profile)
    const digest = hash('sha256', data, 'base64')
    const remembered = memory.recall(digest)
    if (remembered !== null) return remembered
    const head = profileHead(profile, deps.config.brandName)
    const known = `<script type="application/json" id="${KNOWN_PROFILE_ID}">${data}</script>`
    const mayDraw = draws.take(networkOf(ip), now.getTime()) === 0
    const drawn = mayDraw ? await draw(profile) : null
    if (drawn === null || pages.profile === null) return pages.shell(PROFILE_PAGE, head, known)
    const page = pages.profile.fill(head, drawn, known)
    memory.remember(digest, page)
    return page
  }

  return async (id, visitor) => {
    const row = uuid.safeParse(id).success
      ? // A page is the same for everyone; for someone who is signed in the app reads the profile again, as them.
        await readShared(deps, { request: visitor.request, about: id }, (pool) =>
          shownProfileById(pool, id, { viewerId: null, now: visitor.now }),
        )
      : null
    if (row === null) return { status: 404, page: missing }
    return { status: 200, page: await drawnPage(presentShownProfile(row), visitor) }
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

/** For people who have written nothing yet. */
function standIn(profile: ShownProfile, name: string, brandName: string): string {
  if (profile.role !== 'creator') return `${name} posts paid content projects on ${brandName}.`
  const niches = profile.niches.slice(0, 3).join(', ')
  return `${name} makes content for brands on ${brandName}${niches ? `: ${niches}` : ''}.`
}

/** The beginning of a text, in whole words, on one line. */
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
