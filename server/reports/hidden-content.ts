import { PROFILE_LIMITS } from '#contract/profiles.ts'
import { REPORT_REASON_WORDS } from '#contract/report-words.ts'
import type { ReportReason } from '#contract/reports.ts'
import { coverMessage, uncoverMessage } from '#server/conversations/cover-message.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { nameOf } from '#server/profiles/portfolio.ts'
import { lockProfile, saveProfile } from '#server/profiles/profile-store.ts'
import { hideReported, restoreReported } from '#server/reputation/deal-review-desk.ts'
import type { ReportRow } from './report-row.ts'

/** A ban: of a sanction, or (null) of an operator without a report. A null `until` means until it is lifted. */
export interface BanInForce {
  sanction_id: string | null
  until: string | null
}

/**
 * What an act replaced, for its reversal: the content that hiding removed from a profile, or the bans that were in force
 * when another one was imposed. The other subjects are hidden by a mark on their row.
 */
export interface Taken {
  bans_before?: BanInForce[]
  bio?: string | null
  brand_description?: string | null
  avatar_url?: string
  piece?: { place: number; url: string; caption: string }
}

type Hidden = Pick<ReportRow, 'subject' | 'subject_id' | 'picture'>

/**
 * Hides what was reported, in the caller's transaction. Returns what was removed, to be stored for an appeal; null if a
 * mark suffices; false when there was nothing to hide, because it is already hidden or gone.
 */
export async function hideContent(
  tx: Tx,
  { subject, subject_id: id, picture }: Hidden,
  by: { actorId: string; reason: ReportReason; now: Date },
): Promise<Taken | null | false> {
  switch (subject) {
    case 'project':
      return marked(
        await execute(
          tx,
          sql`update projects set hidden_at = ${by.now} where id = ${id} and hidden_at is null`,
        ),
      )
    case 'message':
      return (await coverMessage(tx, id, by.now)) ? null : false
    case 'review':
      return (await hideReported(tx, id, {
        actorId: by.actorId,
        reason: REPORT_REASON_WORDS[by.reason].rule,
        now: by.now,
      }))
        ? null
        : false
    case 'picture':
      return takePicture(tx, id, picture ?? '')
    case 'profile':
      return takeText(tx, id)
    // Refused before (ACTS_ON).
    case 'licence':
      return false
  }
}

const marked = (rows: number): null | false => (rows > 0 ? null : false)

async function takeText(tx: Tx, id: string): Promise<Taken | false> {
  const profile = await lockProfile(tx, id)
  if (profile === null || (profile.bio === null && profile.brand_description === null)) return false
  const { bio, brand_description } = profile
  await saveProfile(tx, { ...profile, bio: null, brand_description: null })
  return { bio, brand_description }
}

async function takePicture(tx: Tx, id: string, picture: string): Promise<Taken | false> {
  const profile = await lockProfile(tx, id)
  if (profile === null) return false
  const taken: Taken = {}
  const isPortrait = profile.avatar_url !== null && nameOf(profile.avatar_url) === picture
  if (isPortrait && profile.avatar_url !== null) taken.avatar_url = profile.avatar_url
  const place = profile.portfolio_urls.findIndex((url) => nameOf(url) === picture)
  const url = profile.portfolio_urls[place]
  if (url !== undefined)
    taken.piece = { place, url, caption: profile.portfolio_captions[place] ?? '' }
  if (taken.avatar_url === undefined && taken.piece === undefined) return false
  await saveProfile(tx, {
    ...profile,
    avatar_url: isPortrait ? null : profile.avatar_url,
    portfolio_urls: profile.portfolio_urls.filter((_, at) => at !== place),
    portfolio_captions: profile.portfolio_captions.filter((_, at) => at !== place),
  })
  return taken
}

/** Shows again what `hideContent` hid. Anything its owner has put in its place since then stays. */
export async function restoreContent(
  tx: Tx,
  { subject, subject_id: id, taken }: Omit<Hidden, 'picture'> & { taken: Taken | null },
  actorId: string,
): Promise<void> {
  switch (subject) {
    case 'project':
      await execute(tx, sql`update projects set hidden_at = null where id = ${id}`)
      return
    case 'message':
      await uncoverMessage(tx, id)
      return
    case 'review':
      await restoreReported(tx, id, actorId)
      return
    case 'licence':
      return
    case 'picture':
    case 'profile':
      if (taken !== null) await giveBack(tx, id, taken)
  }
}

async function giveBack(tx: Tx, id: string, taken: Taken): Promise<void> {
  const profile = await lockProfile(tx, id)
  if (profile === null) return
  const urls = [...profile.portfolio_urls]
  const captions = urls.map((_, at) => profile.portfolio_captions[at] ?? '')
  const { piece } = taken
  const isThere = piece === undefined || urls.some((url) => nameOf(url) === nameOf(piece.url))
  if (!isThere && urls.length < PROFILE_LIMITS.portfolio_urls) {
    urls.splice(piece.place, 0, piece.url)
    captions.splice(piece.place, 0, piece.caption)
  }
  await saveProfile(tx, {
    ...profile,
    bio: profile.bio ?? taken.bio ?? null,
    brand_description: profile.brand_description ?? taken.brand_description ?? null,
    avatar_url: profile.avatar_url ?? taken.avatar_url ?? null,
    portfolio_urls: urls,
    portfolio_captions: captions,
  })
}
