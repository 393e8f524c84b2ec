import type { GuestRoom, ReviewRoom } from '#contract/review-note-schemas.ts'

/**
 * What a guest may see, in the shape of a room: there is no original, no one has an id, and fields that a guest cannot
 * know are empty.
 */
export function roomForGuest(guest: GuestRoom): ReviewRoom {
  const versions = guest.versions.map((version) => ({
    ...version,
    application_id: '',
    project_id: '',
    creator_id: '',
    file_url: version.preview_url,
    file_size: 0,
    file_count: version.files.length,
    files: version.files.map((file) => ({
      ...file,
      file_url: file.preview_url,
      file_size: 0,
      preview_state: stateOf(file),
    })),
    post_url: null,
    screenshot_url: null,
    screenshot_name: null,
    notes: null,
    reviewer_notes: null,
    status: 'pending' as const,
    reviewed_at: null,
    superseded_at: null,
    decided: false,
    review_from: null,
    review_outcome: 'approve' as const,
    open_changes: 0,
    brief_version: null,
    original_open: false,
    preview_state: stateOf(version),
    openings: [],
    ai_parts: null,
    approved_unanswered: false,
    said: [],
  }))
  return {
    project: { id: '', title: guest.title, status: 'in_progress' },
    reader: 'owner',
    owner: { id: '', name: guest.owner_name },
    creator: { id: '', name: guest.creator_name },
    versions,
    notes: guest.notes,
    guest_links: [],
  }
}

const stateOf = ({ preview_url }: { preview_url: string | null }) =>
  preview_url === null ? ('being_prepared' as const) : ('ready' as const)
