import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/** What a note asks for. Only `must` is an obligation: it carries over to the next version until it is resolved. */
export const NOTE_KINDS = ['must', 'wish', 'praise', 'question'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

export const NOTE_STATUSES = ['draft', 'open', 'answered', 'resolved', 'withdrawn'] as const
export type NoteStatus = (typeof NOTE_STATUSES)[number]

/** Who speaks in a review room. A guest's note is a draft of the owner until the owner sends it. */
export const NOTE_AUTHORS = ['owner', 'creator', 'guest'] as const

/**
 * draft ─send→ open ─answer→ answered ─resolve→ resolved;  open ─resolve→ resolved
 * open ─withdraw→ withdrawn (before the creator said anything);  answered, resolved ─reopen→ open
 * open, answered ─waive→ resolved (the version was approved anyway)
 */
export const noteTransitions = {
  send: { from: ['draft'], to: 'open', by: ['owner'] },
  answer: { from: ['open', 'answered'], to: 'answered', by: ['creator'] },
  resolve: { from: ['open', 'answered'], to: 'resolved', by: ['owner'] },
  reopen: { from: ['answered', 'resolved'], to: 'open', by: ['owner'] },
  withdraw: { from: ['open'], to: 'withdrawn', by: ['owner'] },
  waive: { from: ['open', 'answered'], to: 'resolved', by: ['owner', 'system'] },
} as const satisfies TransitionTable<NoteStatus, 'owner' | 'creator' | 'system'>

export const NOTE_LIMITS = {
  /** Characters. */
  body: 2_000,
  reply: 2_000,
  answer: 1_000,
  /** The text of a revision request beside its notes. */
  words: 2_000,
  guestName: 60,
  /** The maximum of a project's notes that are not withdrawn, including drafts. */
  notes: 200,
  /** The same including withdrawn notes, which stay readable. */
  notesEver: 400,
  /** Replies to one note. */
  replies: 20,
  /** Of one drawing. */
  shapes: 20,
  points: 2_000,
  drawingBytes: 32 * 1024,
  /** Bytes of all drawings of a project: they are read together. A hand-drawn circle has about 500. */
  allDrawingsBytes: 1024 * 1024,
  /**
   * Characters of all replies in a project. A room with four thousand full replies had 10 MB, and writing it blocked
   * the event loop for 90 ms; with this limit it has at most 3 MB.
   */
  allReplies: 500_000,
  guestLinks: 5,
  guestLinkDays: 7,
  /** Notes through one link. The limit for all links together leaves the owner room for their own notes. */
  guestNotes: 30,
  /** Stills in the mail of one sending. */
  stills: 3,
} as const

/** No video is three weeks long, and PostgreSQL's integers end soon after. */
export const MOST_MS = 2_000_000_000

/**
 * A viewer's position in a video: their page reports it at most this often, and it is valid for this long after, in ms.
 * It is never stored. Reports that come faster are dropped, so a page reports its last position once more.
 */
export const WATCHING = { everyMs: 1_000, lastsMs: 5_000 } as const

export const reviewMessages = {
  bodyRequired: 'Write what you see, so that the other side can act on it.',
  replyRequired: 'Write a reply first.',
  reasonRequired: 'Say why it was not done.',
  drawing: 'This drawing cannot be saved. Draw it with fewer strokes.',
  moment: 'This moment is not in the video.',
  range: 'A range ends after it begins.',
  file: 'That file is not in this version.',
  page: 'Choose a page of the document.',
  place: 'Choose a place in the picture.',
  notes: `Send at most ${NOTE_LIMITS.notes} notes together.`,
  answers: 'Answer each note once.',
  nothingToSend: 'Write a note marked “must change”, or say what should change.',
  guestName: 'Say who you are, so that they know whose note it is.',
  guestLink: 'This link was cut off. Open it from where you got it.',
  /** Shown next to the note that waits for an answer. */
  unanswered: (number: number) => `Answer note ${number}: done, or why not.`,
} as const

export const reviewErrors = {
  /** Only the newest version takes new notes. */
  'review.older_version': {
    status: 409,
    message: 'A newer version was handed in. Write your note about that one.',
  },
  /** The project ended, its money went back, or the version was approved. */
  'review.over': { status: 409, message: 'This review is over, so nothing in it can change.' },
  'review.note_sent': {
    status: 409,
    message: 'This note was already sent, so it can no longer be changed.',
  },
  'review.note_changed': {
    status: 409,
    message: 'This note has changed meanwhile. Look at it once more.',
  },
  'review.already_answered': {
    status: 409,
    message: 'The creator has already answered this note, so it cannot be withdrawn.',
  },
  'review.too_many_notes': {
    status: 409,
    message: `A project has at most ${NOTE_LIMITS.notes} notes. Clear the note of a check, withdraw or discard one, or write it in your revision request.`,
  },
  'review.too_many_replies': {
    status: 409,
    message: `A note has at most ${NOTE_LIMITS.replies} replies. Continue in your messages.`,
  },
  'review.replies_full': {
    status: 409,
    message: 'The replies of this project take too much room. Continue in your messages.',
  },
  'review.too_many_drawings': {
    status: 409,
    message: 'The drawings of this project take too much room. Send the note without one.',
  },
  'review.too_many_links': {
    status: 409,
    message: `A project has at most ${NOTE_LIMITS.guestLinks} guest links at a time. Revoke one first.`,
  },
  'review.too_many_guest_notes': {
    status: 409,
    message: `At most ${NOTE_LIMITS.guestNotes} notes can be written through one link.`,
  },
  /** Also for a link that never existed, so that the two cannot be told apart. */
  'review.link_over': {
    status: 410,
    message: 'This link has ended. Ask the person who sent it to you for a new one.',
  },
  'review.nothing_to_send': { status: 422, message: reviewMessages.nothingToSend },
  /** Handing in: `fields` names each note that still needs an answer, as `answers.<id>`. */
  'review.unanswered_notes': {
    status: 409,
    message: 'Some changes wait for your answer. Say of each whether it is done.',
  },
  /** Approving: the owner has not confirmed reading that changes they requested are still open. */
  'review.open_notes': {
    status: 409,
    message: 'Changes you asked for are still open. Look at them, or approve anyway.',
  },
} as const satisfies Record<string, ErrorEntry>
