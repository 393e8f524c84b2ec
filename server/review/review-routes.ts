import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { discardDraft, saveDraft } from './draft-service.ts'
import { createGuestLink, guestRoom, revokeGuestLink, saveGuestNote } from './guest-service.ts'
import { answer, end, reply } from './note-service.ts'
import { reviewRoom } from './room-service.ts'
import { sendNotes } from './send-service.ts'

/** A guest's responses are not indexed, not cached, and send no referrer. */
const GUEST_HEADERS = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
} as const

/** The review room: both sides look at the versions of a deal, the owner leaves notes, the creator answers them. */
export function reviewRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('review.room', ({ viewer, params, now }) =>
    reviewRoom(deps, viewer, params.id, now),
  )
  routes.sellers('review.save_draft', ({ viewer, params, body, now }) =>
    saveDraft(deps, viewer, params.id, body, now),
  )
  routes.sellers('review.discard_draft', ({ viewer, params }) =>
    discardDraft(deps, viewer, params.id),
  )
  routes.sellers('review.send', async ({ viewer, params, body, now }) => {
    await sendNotes(deps, viewer, params.id, body, now)
    return reviewRoom(deps, viewer, params.id, now)
  })
  routes.creators('review.answer', ({ viewer, params, body, now }) =>
    answer(deps, viewer, params.id, body, now),
  )
  routes.sellers('review.resolve', ({ viewer, params, now }) =>
    end(deps, viewer, params.id, 'resolve', now),
  )
  routes.sellers('review.reopen', ({ viewer, params, now }) =>
    end(deps, viewer, params.id, 'reopen', now),
  )
  routes.sellers('review.withdraw', ({ viewer, params, now }) =>
    end(deps, viewer, params.id, 'withdraw', now),
  )
  routes.sellers('review.create_guest_link', ({ viewer, params, now }) =>
    createGuestLink(deps, viewer, params.id, now),
  )
  routes.sellers('review.revoke_guest_link', ({ viewer, params, now }) =>
    revokeGuestLink(deps, viewer, params.id, now),
  )
  routes.anyone(
    'review.guest_room',
    ({ body, request: { ip }, now }) => guestRoom(deps, { token: body.token, ip, now }),
    GUEST_HEADERS,
  )
  routes.anyone(
    'review.guest_note',
    ({ body: { token, ...note }, request: { ip }, now }) =>
      saveGuestNote(deps, note, { token, ip, now }),
    GUEST_HEADERS,
  )
  routes.signedIn('review.reply', ({ viewer, params, body, now }) =>
    reply(deps, viewer, params.id, body, now),
  )
}
