import { LICENCE_STATUS_WORDS } from '#contract/licence-words.ts'
import { shownStatus } from '#contract/licence-term.ts'
import type { ReportSubject } from '#contract/reports.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { sideOf } from '#server/licences/extension-policy.ts'
import { licenceById } from '#server/licences/record/licence-store.ts'
import { nameOf } from '#server/profiles/portfolio.ts'
import { livingProfileById } from '#server/profiles/profile-store.ts'
import { maySeeProject } from '#server/projects/project-policy.ts'
import { projectWithStanding } from '#server/projects/project-store.ts'

/** What someone reports. */
export interface Reported {
  subject: ReportSubject
  subject_id: string
  /** For a picture: its address on the profile. */
  picture?: string | undefined
}

/** A subject as the reporter sees it. */
export interface SeenSubject {
  /** Whom a report of it is about. */
  person_id: string
  project_id: string | null
  /** The subject's text, for the operator: it may be changed or gone by the time they look. */
  seen: string
  picture: string | null
}

/**
 * Returns what a reader sees of a subject; null when they may not see it, which is the same as unknown. These are the
 * rules of the pages that show it: a message is for its two people, a review for everyone once it is shown and for no
 * one before. Anyone with its code can check a licence, but only its two sides can report it, each the other one.
 */
export function seenBy(
  db: Queryable,
  viewer: Viewer,
  { subject, subject_id: id, picture }: Reported,
  now: Date,
): Promise<SeenSubject | null> {
  switch (subject) {
    case 'profile':
      return seenProfile(db, id, now)
    case 'picture':
      return seenPicture(db, id, picture ?? '', now)
    case 'project':
      return seenProject(db, viewer, id, now)
    case 'message':
      return seenMessage(db, viewer, id)
    case 'review':
      return seenReview(db, id)
    case 'licence':
      return seenLicence(db, viewer, id, now)
  }
}

async function seenProfile(db: Queryable, id: string, now: Date): Promise<SeenSubject | null> {
  const profile = await livingProfileById(db, id, now)
  if (profile === null) return null
  const seen = textOf([
    profile.company_name ?? profile.name,
    profile.bio,
    profile.brand_description,
    profile.website,
  ])
  return { person_id: id, project_id: null, seen, picture: null }
}

async function seenPicture(
  db: Queryable,
  id: string,
  address: string,
  now: Date,
): Promise<SeenSubject | null> {
  const profile = await livingProfileById(db, id, now)
  if (profile === null) return null
  const wanted = nameOf(address)
  const place = profile.portfolio_urls.findIndex((url) => nameOf(url) === wanted)
  const isPortrait = profile.avatar_url !== null && nameOf(profile.avatar_url) === wanted
  if (place === -1 && !isPortrait) return null
  const seen = textOf([
    profile.company_name ?? profile.name,
    place === -1 ? null : (profile.portfolio_captions[place] ?? null),
  ])
  return { person_id: id, project_id: null, seen, picture: wanted }
}

async function seenProject(
  db: Queryable,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<SeenSubject | null> {
  const project = await projectWithStanding(db, id, viewer.id, now)
  if (project === null || !maySeeProject(viewer, project)) return null
  const seen = textOf([project.title, project.description, project.product_details])
  return { person_id: project.seller_id, project_id: id, seen, picture: null }
}

const seenMessage = (db: Queryable, viewer: Viewer, id: string) =>
  maybeRow<SeenSubject>(
    db,
    sql`select messages.sender_id as person_id, conversations.project_id, null as picture,
        concat_ws(chr(10), nullif(case when covered_at is null or sender_id = ${viewer.id} then content else '' end, ''),
          (select string_agg(file_name, ', ' order by message_place) from files where message_id = messages.id)) as seen
      from messages join conversations on conversations.id = messages.conversation_id
      where messages.id = ${id} and ${viewer.id} in (seller_id, creator_id)`,
  )

/** Through the only code that reads reviews: of a sealed review there is nothing to see. */
const seenReview = (db: Queryable, id: string) =>
  maybeRow<SeenSubject>(
    db,
    sql`select author_id as person_id, project_id, null as picture,
        concat_ws(chr(10), first || ' / ' || second || ' / ' || third, nullif(body, '')) as seen
      from readable_deal_reviews(null) where id = ${id} and status = 'shown'`,
  )

/** Without names: the words of a report stay when the account of either side is deleted. */
async function seenLicence(
  db: Queryable,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<SeenSubject | null> {
  const licence = await licenceById(db, id)
  const side = licence === null ? null : sideOf(licence, viewer.id)
  if (licence === null || side === null) return null
  const { code, sentence, ends_on: end, project_id, seller_id, creator_id } = licence
  const status = LICENCE_STATUS_WORDS[shownStatus(licence, now)]
  const seen = textOf([`${code} · ${status}`, sentence, end === null ? null : `Last day: ${end}`])
  return { person_id: side === 'seller' ? creator_id : seller_id, project_id, seen, picture: null }
}

const textOf = (lines: readonly (string | null)[]): string =>
  lines.filter((line) => line !== null && line !== '').join('\n')
