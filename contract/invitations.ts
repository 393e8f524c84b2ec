import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/** SPEC §4. */
export const INVITATION_STATUSES = ['pending', 'accepted', 'declined'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/**
 * pending ─accept→ accepted | ─decline→ declined, by the invited creator while the project is active;
 * pending ─hire→ accepted, by the system when its creator is hired for a project that wants several;
 * pending ─lapse→ declined, by the system after INVITATION_DAYS without an answer (`lapsed_at` tells the two apart).
 */
export const invitationTransitions = {
  accept: { from: ['pending'], to: 'accepted', by: ['creator'] },
  hire: { from: ['pending'], to: 'accepted', by: ['system'] },
  decline: { from: ['pending'], to: 'declined', by: ['creator'] },
  lapse: { from: ['pending'], to: 'declined', by: ['system'] },
} as const satisfies TransitionTable<InvitationStatus, 'creator' | 'system'>

/**
 * Days during which an invitation can be answered; the reminder comes this many days before the end. Our choice: the
 * spec has none.
 */
export const INVITATION_DAYS = { open: 14, remindBefore: 3 } as const

/** Our own bounds, since the spec has none; the text in characters. */
export const INVITATION_LIMITS = {
  message: 2_000,
  /** Creators that one request may invite. */
  many: 50,
  /** Invitations of one brand in 24 hours, sent singly or together: each of them mails a stranger. */
  aDay: 200,
} as const

/**
 * The outcome for each creator of a request that invites many. `already_invited`: at any time, to this project.
 * `unavailable`: blocked, suspended or gone; the word does not say which. `limited`: beyond what one brand may send in
 * an hour or a day.
 */
export const INVITE_OUTCOMES = [
  'invited',
  'already_invited',
  'applied',
  'unavailable',
  'limited',
  'project_closed',
] as const
export type InviteOutcome = (typeof INVITE_OUTCOMES)[number]

/** SPEC §5: an invitation's text when its sender wrote none. */
export const defaultInvitationMessage = (projectTitle: string): string =>
  `We think your work would suit “${projectTitle}”. Would you like to take a look and apply?`

/** Two refusals that a page also shows. They are separate so that no page loads all of them. */
export const INVITED_TO_CLOSED =
  'This project is closed, so the invitation can no longer be answered.'

export const INVITATION_LAPSED =
  'This invitation has expired. While the project is open you can still apply.'

/** Why a pending invitation can be declined but not accepted: the codes with which accepting is refused. */
export const ACCEPT_REFUSALS = ['project.hidden', 'invitation.brand_gone'] as const
export type AcceptRefusal = (typeof ACCEPT_REFUSALS)[number]

/** What its creator reads then. */
export const ONLY_DECLINABLE: Record<AcceptRefusal, string> = {
  'project.hidden':
    'This project is hidden while our team looks into it. You can decline the invitation, or wait.',
  'invitation.brand_gone': 'This brand can no longer hire anyone. You can decline the invitation.',
}

export const invitationErrors = {
  /** Whatever the reason is, it concerns the other side. */
  'invitation.unavailable': { status: 409, message: 'This creator cannot be invited.' },
  'invitation.already_invited': {
    status: 409,
    message: 'You have already invited this creator to this project.',
  },
  /** For a project that wants several creators. */
  'invitation.already_hired': {
    status: 409,
    message: 'You have already hired this creator for this project.',
  },
  'invitation.already_applied': {
    status: 409,
    message: 'This creator has already applied to this project.',
  },
  'invitation.project_hidden': {
    status: 409,
    message: 'This project is hidden. No one can be invited to it until it is shown again.',
  },
  'invitation.brand_gone': { status: 409, message: ONLY_DECLINABLE['invitation.brand_gone'] },
  'invitation.too_many_today': {
    status: 429,
    message: `You have sent ${INVITATION_LIMITS.aDay} invitations in 24 hours. Please go on tomorrow.`,
  },
  'invitation.already_answered': {
    status: 409,
    message: 'This invitation has already been answered.',
  },
  'invitation.lapsed': {
    status: 409,
    message: INVITATION_LAPSED,
  },
  'invitation.project_closed': {
    status: 409,
    message: INVITED_TO_CLOSED,
  },
  'invitation.project_not_active': { status: 409, message: 'Choose one of your active projects.' },
} as const satisfies Record<string, ErrorEntry>
