import type { EventEntity, EventMove } from './events.ts'
import { INVITATION_DAYS } from './invitations.ts'
import {
  fileOf,
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectPage,
  projectTab,
  quoted,
  reviewPage,
} from './notice.ts'
import { daysText } from './number-text.ts'
import { grossOf as price, priceFor } from './notice-price.ts'
import { paths } from './paths.ts'
import { REVIEW_WINDOW_TEXT, withoutAnswer } from './review-words.ts'

const inRoom = reviewPage(projectPage)

type Lines<Entity extends EventEntity> = Record<`${Entity}.${EventMove<Entity>}`, NoticeLine>

const ownApplications = () => paths.myApplications
const ownInvitations = () => paths.myInvitations

/** For a creator who was not chosen: only the reason differs. */
const turnedDown = (why: (facts: NoticeFacts) => string): Notice => ({
  kind: 'applications',
  sentence: (facts) => `Your application to ${quoted(facts)} was not chosen. ${why(facts)}`,
  path: ownApplications,
  mail: {
    subject: (facts) => `Your application to ${quoted(facts)}`,
    lines: (facts) => [why(facts), 'Other projects are waiting for creators.'],
    action: 'Open My Applications',
  },
})

/** The last day of hiring has passed; someone who closes it themselves knows already. */
const hiringEnded = (when: NonNullable<Notice['when']>, what: string): Notice => ({
  kind: 'applications',
  when,
  sentence: (facts) => `Hiring for ${quoted(facts)} is over. ${what}`,
  path: projectPage,
  mail: {
    subject: (facts) => `Hiring for ${quoted(facts)} is over`,
    lines: () => [what],
    action: 'Open the project',
  },
})

const projectNotices: Lines<'project'> = {
  'project.create': { nobody: 'a new project concerns nobody but its owner yet' },
  'project.publish': { nobody: 'creators find it by browsing' },
  'project.start': { nobody: 'the accepted application says it' },
  'project.close': {
    seller: hiringEnded(
      ({ by_system }) => by_system,
      'Its last day has passed. Everyone already hired continues as agreed.',
    ),
  },
  'project.lapse': {
    seller: hiringEnded(
      () => true,
      'Its last day has passed and no one was hired, so the project is closed.',
    ),
  },
  'project.complete': { nobody: 'the released payment says it' },
  // Applicants who were still waiting are notified by application.fill; this is for the accepted one.
  'project.cancel': {
    creator: {
      kind: 'applications',
      sentence: (facts) => `${facts.seller_name} cancelled ${quoted(facts)}.`,
      path: projectPage,
      mail: {
        subject: (facts) => `${quoted(facts)} was cancelled`,
        lines: (facts) => [
          `${facts.seller_name} cancelled the project you were accepted for. No money was held for it.`,
        ],
        action: 'Open the project',
      },
    },
  },
}

const applicationNotices: Lines<'application'> = {
  'application.submit': {
    seller: {
      kind: 'applications',
      sentence: (facts) =>
        `${facts.creator_name} applied to ${quoted(facts)} and proposes ${price(facts)}.`,
      path: projectTab('applications'),
      mail: {
        subject: (facts) => `${facts.creator_name} applied to ${quoted(facts)}`,
        lines: (facts) => [
          `${facts.creator_name} proposes ${price(facts)} and writes:`,
          facts.words ?? '',
        ],
        action: 'Review the application',
      },
    },
  },
  'application.accept': {
    creator: {
      kind: 'applications',
      sentence: (facts) =>
        `${facts.seller_name} accepted your application to ${quoted(facts)} at ${priceFor('creator', facts)}.`,
      path: projectPage,
      mail: {
        subject: (facts) => `You were accepted for ${quoted(facts)}`,
        lines: (facts) => [
          `${facts.seller_name} accepted your application at ${priceFor('creator', facts)}.`,
          'You can message each other now. We will tell you when the money is held in escrow.',
        ],
        action: 'Open the project',
      },
    },
  },
  'application.reject': {
    creator: turnedDown(
      (facts) => `${facts.seller_name} decided not to go ahead with your application.`,
    ),
  },
  'application.fill': {
    creator: turnedDown(({ project_status, seller_name, hiring_end, hiring_lapsed }) => {
      if (hiring_end === 'over' || hiring_lapsed === true)
        return 'Its last day of hiring has passed.'
      if (hiring_end === 'closed') return `${seller_name} closed hiring for this project.`
      if (hiring_end === 'filled')
        return `The project was filled: ${seller_name} hired every creator it wanted.`
      return project_status === 'cancelled'
        ? `${seller_name} cancelled the project.`
        : `The project was filled: ${seller_name} accepted another creator.`
    }),
  },
}

const deliverableNotices: Lines<'deliverable'> = {
  'deliverable.submit': {
    seller: {
      kind: 'deliverables',
      sentence: (facts) =>
        `${facts.creator_name} delivered ${fileOf(facts)} for ${quoted(facts)}. ${replacing(facts)}Please review it within ${REVIEW_WINDOW_TEXT}.`,
      path: reviewPage(projectTab('deliverables')),
      mail: {
        subject: (facts) =>
          `${facts.creator_name} delivered for ${quoted(facts)}${(facts.version ?? 1) > 1 ? ` (version ${facts.version})` : ''}`,
        lines: (facts) => [
          `${fileOf(facts)} is waiting for your review. ${replacing(facts)}`.trim(),
          `Please approve it or request a revision within ${REVIEW_WINDOW_TEXT}. Without an answer ${withoutAnswer(facts)}.`,
        ],
        action: 'Review the delivery',
      },
    },
  },
  // When the clock does it (decision P16) both are notified; a person who clicked is not.
  'deliverable.approve': {
    creator: {
      kind: 'deliverables',
      sentence: (facts) =>
        facts.by_system
          ? `${fileOf(facts)} for ${quoted(facts)} was approved: the ${REVIEW_WINDOW_TEXT} of review are over.`
          : `${facts.seller_name} approved ${fileOf(facts)} for ${quoted(facts)}.`,
      path: projectPage,
      mail: {
        subject: (facts) =>
          facts.by_system
            ? `Your work for ${quoted(facts)} was approved`
            : `${facts.seller_name} approved your work for ${quoted(facts)}`,
        lines: (facts) => [
          facts.by_system
            ? `The ${REVIEW_WINDOW_TEXT} of review are over and ${facts.seller_name} did not answer, so ${fileOf(facts)} counts as approved.`
            : `${fileOf(facts)} is approved.`,
        ],
        action: 'Open the project',
      },
    },
    seller: {
      kind: 'deliverables',
      sentence: (facts) =>
        `${fileOf(facts)} for ${quoted(facts)} was approved automatically: the ${REVIEW_WINDOW_TEXT} of review are over.`,
      path: projectTab('deliverables'),
      mail: {
        subject: (facts) => `${facts.creator_name}’s work for ${quoted(facts)} counts as approved`,
        lines: (facts) => [
          `${fileOf(facts)} waited ${REVIEW_WINDOW_TEXT} for your review. Without an answer it counts as approved, and a payment held for it is released.`,
        ],
        action: 'Open the project',
      },
    },
  },
  'deliverable.request_revision': {
    creator: {
      kind: 'deliverables',
      sentence: (facts) =>
        `${facts.seller_name} requested a revision of ${fileOf(facts)} for ${quoted(facts)}.`,
      // Without notes the room has nothing to show.
      path: (facts) => (facts.note_count ? inRoom(facts) : projectPage(facts)),
      mail: {
        subject: (facts) => `${facts.seller_name} requested a revision for ${quoted(facts)}`,
        lines: (facts) => [`About ${fileOf(facts)}:`, facts.words ?? ''],
        action: 'See what to change',
      },
    },
  },
  'deliverable.supersede': {
    nobody: 'its creator did it, and the delivery of the newer version tells the brand',
  },
  'deliverable.escalate': {
    creator: escalated(projectPage),
    seller: escalated(projectTab('deliverables')),
  },
}

const invitationNotices: Lines<'invitation'> = {
  'invitation.send': {
    creator: {
      kind: 'invitations',
      sentence: (facts) => `${facts.seller_name} invites you to ${quoted(facts)}.`,
      path: ownInvitations,
      mail: {
        subject: (facts) => `${facts.seller_name} invites you to ${quoted(facts)}`,
        lines: (facts) => [facts.words ?? ''],
        action: 'View the invitation',
      },
    },
  },
  'invitation.accept': { seller: invitationAnswer('accepted', 'They can apply now.') },
  'invitation.hire': { nobody: 'the accepted application, or the accepted offer, says it' },
  'invitation.decline': { seller: invitationAnswer('declined', 'You can invite someone else.') },
  'invitation.lapse': {
    seller: {
      kind: 'invitations',
      sentence: (facts) =>
        `Your invitation of ${facts.creator_name} to ${quoted(facts)} lapsed without an answer.`,
      path: () => paths.findCreators,
      mail: {
        subject: (facts) => `Your invitation to ${quoted(facts)} lapsed`,
        lines: (facts) => [
          `${facts.creator_name} did not answer within ${daysText(INVITATION_DAYS.open)}. You can invite them again, or someone else.`,
        ],
        action: 'Find Creators',
      },
    },
    creator: {
      kind: 'invitations',
      sentence: (facts) => `The invitation to ${quoted(facts)} lapsed.`,
      path: ownInvitations,
      mail: {
        subject: (facts) => `The invitation to ${quoted(facts)} lapsed`,
        lines: (facts) => [
          `${facts.seller_name} invited you ${daysText(INVITATION_DAYS.open)} ago. The invitation can no longer be answered; while the project is open you can still apply.`,
        ],
        action: 'My Invitations',
      },
    },
  },
}

const reviewNotices: Lines<'review_note'> = {
  // Notes sent with a revision request are part of its notice.
  'review_note.send': {
    creator: {
      kind: 'deliverables',
      sentence: (facts) =>
        `${facts.seller_name} left notes on ${fileOf(facts)} for ${quoted(facts)}.`,
      path: inRoom,
      mail: {
        subject: (facts) => `${facts.seller_name} left notes on your work for ${quoted(facts)}`,
        lines: (facts) => [`About ${fileOf(facts)}:`, facts.words ?? ''],
        action: 'Read the notes',
      },
    },
  },
  'review_note.answer': { nobody: 'the version that is handed in with it says it' },
  'review_note.resolve': { nobody: 'it asks for nothing, and the open room shows it' },
  'review_note.reopen': { nobody: 'the next request for changes names it' },
  'review_note.withdraw': { nobody: 'it asks for nothing any more' },
  'review_note.waive': { nobody: 'the approval says it' },
}

const replyNotices: Lines<'review_reply'> = {
  'review_reply.send': {
    seller: replied((facts) => facts.creator_name),
    creator: replied((facts) => facts.seller_name),
  },
}

/** Events of the deal itself; those of money are in money-notices.ts and refund-notices.ts. */
export const dealNotices = {
  ...projectNotices,
  ...applicationNotices,
  ...deliverableNotices,
  ...reviewNotices,
  ...replyNotices,
  ...invitationNotices,
}

function replied(author: (facts: NoticeFacts) => string): Notice {
  return {
    kind: 'deliverables',
    sentence: (facts) =>
      `${author(facts)} replied to a note on ${fileOf(facts)} for ${quoted(facts)}.`,
    path: inRoom,
    mail: {
      subject: (facts) => `${author(facts)} replied to a note for ${quoted(facts)}`,
      lines: (facts) => [`About ${fileOf(facts)}:`, facts.words ?? ''],
      action: 'Read the reply',
    },
  }
}

/** States that a delivery replaced another one; ends with a space, empty when it did not. */
const replacing = ({ replaces }: NoticeFacts): string =>
  replaces == null ? '' : `It replaces version ${replaces}, which no longer waits. `

function escalated(path: Notice['path']): Notice {
  return {
    kind: 'deliverables',
    sentence: (facts) =>
      `The ${REVIEW_WINDOW_TEXT} of review of ${fileOf(facts)} for ${quoted(facts)} are over. Our support decides now.`,
    path,
    mail: {
      subject: (facts) => `The review of ${quoted(facts)} is overdue`,
      lines: (facts) => [
        `${fileOf(facts)} waited ${REVIEW_WINDOW_TEXT} for an answer. Our support looks at it now and writes to you both; the money stays where it is until then.`,
      ],
      action: 'Open the project',
    },
  }
}

function invitationAnswer(answer: 'accepted' | 'declined', next: string): Notice {
  return {
    kind: 'invitations',
    sentence: (facts) => `${facts.creator_name} ${answer} your invitation to ${quoted(facts)}.`,
    path: answer === 'accepted' ? projectTab('applications') : () => paths.findCreators,
    mail: {
      subject: (facts) => `${facts.creator_name} ${answer} your invitation`,
      lines: (facts) => [
        `${facts.creator_name} ${answer} your invitation to ${quoted(facts)}. ${next}`,
      ],
      action: answer === 'accepted' ? 'Open the project' : 'Find Creators',
    },
  }
}
