import { countOf } from '#web/projects/project-words.ts'

/** The actions on several cards at once, besides hiring. */
export type BulkAct = 'shortlist' | 'offer' | 'decline'

/** What a brand reads around actions on several cards. */
export const bulkWords = {
  label: 'Select',
  select: (name: string) => `Select ${name}`,
  acts: {
    shortlist: 'Shortlist',
    offer: 'Make offers…',
    decline: 'Decline…',
  } satisfies Record<BulkAct, string>,
  /** Above everyone the action succeeded for. */
  done: {
    shortlist: 'Shortlisted',
    offer: 'Offer sent to',
    decline: 'Declined',
  } satisfies Record<BulkAct, string>,
  /** Above everyone the action failed for, each with the reason. */
  notDone: {
    shortlist: 'Not shortlisted',
    offer: 'No offer sent to',
    decline: 'Not declined',
  } satisfies Record<BulkAct, string>,
  /** "2 of 3 shortlisted". */
  summary: (act: BulkAct, done: number, asked: number): string => {
    const all = done === asked
    if (act === 'offer')
      return all ? `${countOf(done, 'offer')} sent` : `${done} of ${asked} offers sent`
    const word = act === 'shortlist' ? 'shortlisted' : 'declined'
    return all ? `${countOf(done, 'application')} ${word}` : `${done} of ${asked} ${word}`
  },
  close: 'Close',
  shortlistFailed: 'Failed to shortlist',
  declineTitle: (count: number) => `Decline ${countOf(count, 'application')}?`,
  decline: (count: number) => `Decline ${count}`,
  declining: 'Declining…',
  note: 'Your message to them',
  noteHint: 'Optional. Everyone chosen reads the same text, and nobody else’s name.',
  undoable: 'You have ten seconds to undo it. After that we let them know.',
  /** Who a text goes to, in the line about its safety. */
  everyone: 'everyone chosen',
  offerTitle: (count: number) => `Make ${countOf(count, 'offer')}`,
  offerSubtitle: (names: readonly string[]) =>
    `The same terms to ${names.join(', ')}. Each of them reads only their own.`,
  offer: (count: number) => `Send ${countOf(count, 'offer')}`,
} as const
