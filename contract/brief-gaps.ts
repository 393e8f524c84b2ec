import type { Brief, BriefItem } from './briefs.ts'

/** Something a brief leaves open, and the consequence. */
export interface BriefGap {
  /** The form's field that closes it. */
  field: keyof Brief
  sentence: string
}

interface Question extends BriefGap {
  /** Absent: the question applies to every brief. */
  asked?: (brief: Brief) => boolean
  isOpen: (brief: Brief) => boolean
}

/** Beyond this many points, people remember none of them. Our choice. */
const MOST_POINTS = 4

const some = (what: BriefItem['what']) => (brief: Brief) =>
  brief.items.some((item) => item.what === what)
const isVideo = ({ what }: BriefItem) => what === 'video'
const isPicture = ({ what }: BriefItem) => what !== 'text'

/**
 * The questions a good brief answers, in the order of the form. Fixed rules without guessing: each reads one part of
 * the brief.
 */
const QUESTIONS: readonly Question[] = [
  {
    field: 'goal',
    sentence: 'No goal given: creators won’t know where it will run.',
    isOpen: ({ goal }) => goal === null,
  },
  {
    field: 'one_message',
    sentence: 'No message given: viewers may remember anything.',
    isOpen: ({ one_message }) => one_message === null,
  },
  {
    field: 'audience',
    sentence: 'No audience given: creators will talk to everyone.',
    isOpen: ({ audience }) => audience === null,
  },
  {
    field: 'items',
    sentence: 'No length given: creators will guess.',
    asked: some('video'),
    isOpen: ({ items }) =>
      items.some((item) => isVideo(item) && item.seconds_min === null && item.seconds_max === null),
  },
  {
    field: 'items',
    sentence: 'No shape given: it may come upright or wide.',
    asked: ({ items }) => items.some(isPicture),
    isOpen: ({ items }) => items.some((item) => isPicture(item) && item.ratio === 'any'),
  },
  {
    field: 'checks',
    sentence: 'No check of your own: approval becomes a matter of taste.',
    isOpen: ({ checks }) => !checks.some(({ kind }) => kind === 'judged'),
  },
  {
    field: 'say',
    sentence: 'Nothing to say or show: creators will choose what matters.',
    isOpen: ({ say }) => say.length === 0,
  },
  {
    field: 'say',
    sentence: `More than ${MOST_POINTS} things to say: keep the ones that matter.`,
    asked: ({ say }) => say.length > 0,
    isOpen: ({ say }) => say.length > MOST_POINTS,
  },
  {
    field: 'never_say',
    sentence: 'Nothing ruled out: name the claims and rivals to avoid.',
    isOpen: ({ never_say }) => never_say.length === 0,
  },
  {
    field: 'references',
    sentence: 'No example linked: a link says more than adjectives.',
    isOpen: ({ references }) => references.length === 0,
  },
  {
    field: 'music',
    sentence: 'Nothing said about music: a song without a licence can take an ad down.',
    asked: some('video'),
    isOpen: ({ music }) => music === null,
  },
  {
    field: 'product',
    sentence: 'No product named: creators can’t tell what they will hold.',
    isOpen: ({ product }) => product === null,
  },
]

/** How complete a brief is: what is left open, and how many of the applicable questions are answered. */
export interface Completeness {
  gaps: BriefGap[]
  answered: number
  asked: number
}

/** Returns the applicable questions that a brief leaves open. None of them prevents anyone from posting. */
export function completenessOf(brief: Brief): Completeness {
  const asked = QUESTIONS.filter(({ asked }) => asked?.(brief) ?? true)
  const gaps = asked
    .filter(({ isOpen }) => isOpen(brief))
    .map(({ field, sentence }): BriefGap => ({ field, sentence }))
  return { gaps, answered: asked.length - gaps.length, asked: asked.length }
}
