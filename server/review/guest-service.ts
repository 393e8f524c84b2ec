import { randomBytes } from 'node:crypto'
import type { GuestNote, GuestRoom, ReviewNote } from '#contract/review-note-schemas.ts'
import { paths } from '#contract/paths.ts'
import { NOTE_LIMITS } from '#contract/review-notes.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { deliverablesOfProject } from '#server/deliverables/deliverable-store.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { networkOf } from '#server/limits/network.ts'
import { lockProject } from '#server/projects/project-store.ts'
import { assertAccepts, assertFits, isSame } from './draft-service.ts'
import * as links from './guest-link-store.ts'
import type { LivingLink } from './guest-link-store.ts'
import { refreshRoom } from '#server/review/notes/note-moves.ts'
import * as store from '#server/review/notes/note-store.ts'
import { isOver } from './review-policy.ts'
import { presentGuestRoom } from './review-presenter.ts'
import { dealOf, mediaOf } from './review-store.ts'
import { lockRoom, readNote } from './room-service.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Creates a link for a colleague of the brand, valid for seven days. Its token is returned once and stored as a hash.
 * Throws 404, review.over, review.too_many_links.
 */
export function createGuestLink(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  now: Date,
): Promise<{ id: string; url: string; expires_at: string }> {
  return inTransaction(deps.pool, async (tx) => {
    const project = foundOr404(await lockProject(tx, projectId))
    if (project.seller_id !== viewer.id) throw new AppError('request.not_found')
    const newest = foundOr404(await store.newestVersion(tx, projectId))
    if (isOver(foundOr404(await dealOf(tx, newest.id)))) throw new AppError('review.over')
    if ((await links.livingLinks(tx, projectId, now)) >= NOTE_LIMITS.guestLinks)
      throw new AppError('review.too_many_links')
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + NOTE_LIMITS.guestLinkDays * DAY_MS)
    const link = { projectId, createdBy: viewer.id, token, expiresAt }
    const { id, expires_at } = await links.insertGuestLink(tx, link, now)
    await refreshRoom(tx, [viewer.id], projectId)
    return { id, url: `${deps.config.publicUrl}${paths.guestReview}#${token}`, expires_at }
  })
}

/** Ends a link immediately. Throws 404 for everyone but its project's owner. */
export async function revokeGuestLink(
  deps: Deps,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<{ id: string }> {
  return inTransaction(deps.pool, async (tx) => {
    const { project_id } = foundOr404(await links.revokeGuestLink(tx, id, viewer.id, now))
    await refreshRoom(tx, [viewer.id], project_id)
    return { id }
  })
}

/** The token of a guest, and where the request comes from. */
interface Guest {
  token: string
  ip: string
  now: Date
}

/**
 * Returns the link of a guest's token. Throws request.too_many for the guest's address or for the link, and
 * review.link_over for every token that is not valid, whatever the reason.
 */
async function linkOf(deps: Deps, { token, ip, now }: Guest): Promise<LivingLink> {
  await deps.limits?.take('guest', { accountId: `address:${networkOf(ip)}`, ip, now })
  const link = await links.livingLink(deps.pool, token, now)
  if (link === null) throw new AppError('review.link_over')
  await deps.limits?.take('guest', { accountId: `link:${link.id}`, ip, now })
  return link
}

/** What a guest sees: marked copies, notes that were sent, and their own drafts that the owner has not reworded. */
export async function guestRoom(deps: Deps, guest: Guest): Promise<GuestRoom> {
  const { pool: db } = deps
  const link = await linkOf(deps, guest)
  await links.recordUse(db, link.id, guest.now)
  const [versions, notes] = await Promise.all([
    deliverablesOfProject(db, link.project_id),
    store.notesOfProject(db, link.project_id),
  ])
  const [newest] = versions
  const deal = newest === undefined ? null : await dealOf(db, newest.id)
  if (deal === null) throw new AppError('review.link_over')
  const fileIds = versions.flatMap(({ files }) => files.map(({ file_id }) => file_id))
  const media = await mediaOf(db, fileIds)
  const readable = notes.filter(
    ({ status, guest_link_id, guest_name }) =>
      // Once the owner has changed its words, a draft is theirs.
      status !== 'draft' || (guest_link_id === link.id && guest_name !== null),
  )
  const room = { deal, versions, media, notes: readable, expiresAt: link.expires_at }
  return presentGuestRoom(deps.config, room, guest.now)
}

/**
 * Saves a guest's note as a draft of the project's owner, under the name the guest typed. It reaches the creator only
 * if the owner sends it. A repeated request is a no-op; other words are refused (review.note_sent), because the owner
 * may be about to send what they have read. Throws review.link_over, 404 for versions and notes outside the link,
 * review.too_many_guest_notes, and what `saveDraft` throws.
 */
export async function saveGuestNote(
  deps: Deps,
  { name, deliverable_id: deliverableId, ...content }: Omit<GuestNote, 'token'>,
  guest: Guest,
): Promise<ReviewNote> {
  const link = await linkOf(deps, guest)
  const given = { ...content, drawing: null }
  return inTransaction(deps.pool, async (tx) => {
    const room = await lockRoom(tx, { id: link.owner_id }, deliverableId, 'owner')
    if (room.deal.id !== link.project_id) throw new AppError('request.not_found')
    // Checked while holding the lock: the link may have been revoked meanwhile.
    if ((await links.livingLink(tx, guest.token, guest.now)) === null)
      throw new AppError('review.link_over')
    const known = await store.noteById(tx, given.id)
    if (known !== null && known.guest_link_id !== link.id) throw new AppError('request.not_found')
    if (known !== null && known.guest_name === name && isSame(known, given, deliverableId))
      return readNote(tx, given.id)
    if (known !== null) throw new AppError('review.note_sent')
    assertAccepts(room)
    await assertFits(tx, room, given)
    if ((await links.notesOfLink(tx, link.id)) >= NOTE_LIMITS.guestNotes)
      throw new AppError('review.too_many_guest_notes')
    const draft = {
      ...given,
      projectId: link.project_id,
      deliverableId,
      authorId: link.owner_id,
      guest: { name, linkId: link.id },
    }
    if ((await store.insertDraft(tx, draft, guest.now)) === 0)
      throw new AppError('request.not_found')
    await refreshRoom(tx, [link.owner_id], link.project_id)
    return readNote(tx, given.id)
  })
}
