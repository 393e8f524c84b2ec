/**
 * The review room's calls.
 * In a separate file, because every page loads the calls and only some load the room's rules (review-notes.ts).
 */
export const reviewRoutes = {
  'review.room': 'GET /api/deliverables/:id/review',
  'review.save_draft': 'POST /api/deliverables/:id/review/notes',
  'review.discard_draft': 'DELETE /api/review-notes/:id',
  'review.send': 'POST /api/deliverables/:id/review/send',
  'review.answer': 'POST /api/review-notes/:id/answer',
  'review.resolve': 'POST /api/review-notes/:id/resolve',
  'review.reopen': 'POST /api/review-notes/:id/reopen',
  'review.withdraw': 'POST /api/review-notes/:id/withdraw',
  'review.reply': 'POST /api/review-notes/:id/replies',
  'review.create_guest_link': 'POST /api/projects/:id/guest-links',
  'review.revoke_guest_link': 'DELETE /api/guest-links/:id',
  // The token is in the body, because addresses are logged.
  'review.guest_room': 'POST /api/guest-review',
  'review.guest_note': 'POST /api/guest-review/notes',
} as const
