import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { PRICE_RULE } from '#contract/applications.ts'
import { centsFromUsd, usdFromCents } from '#contract/money.ts'
import type { DealAmendments } from '#contract/amendment-schemas.ts'
import { AMENDMENT_LIMITS, amendmentErrors, amendmentMessages } from '#contract/amendments.ts'
import type { Brief } from '#contract/briefs.ts'
import { briefFormWords } from '#web/briefs/brief-form-words.ts'
import { type BriefDraft, briefDraftOf, NO_BRIEF } from '#web/briefs/brief-draft.ts'
import { briefFrom, briefProblems } from '#web/briefs/brief-input.ts'
import type { Reading } from '#web/forms/use-kept-form.tsx'

/** The values in the fields of a proposal; the fields have the server's names. */
export interface AmendmentDraft {
  price: string
  deliver_by: string
  rounds: string
  with_brief: boolean
  brief: BriefDraft
  note: string
  hours: string
}

/** The part of it that is sent. Unchanged terms are null. */
export interface AmendmentInput {
  price: number | null
  deliver_by: string | null
  rounds: number | null
  brief: Brief | null
  note: string
  hours: number
}

type Terms = DealAmendments['terms']
const NOTHING_NEW = amendmentErrors['amendment.nothing_new'].message

/** The form's first values, which are the agreed terms: the proposer edits only what should change. */
export const draftOf = ({ deliver_by, price, rounds, brief }: Terms): AmendmentDraft => ({
  price: String(price),
  deliver_by,
  rounds: String(rounds),
  with_brief: false,
  brief: brief === null ? NO_BRIEF : briefDraftOf(brief),
  note: '',
  hours: String(AMENDMENT_LIMITS.hours.usual),
})

/** The numbers of rounds a proposal may name: the agreed number, and a few more. */
export const roundChoices = (agreed: number): number[] =>
  Array.from({ length: ROUNDS_OFFERED }, (_, more) => agreed + more).filter(
    (rounds) => rounds === agreed || rounds <= AMENDMENT_LIMITS.rounds,
  )
const ROUNDS_OFFERED = 6

/** The number of changes that were agreed on in a deal. */
export const agreedChanges = ({ amendments }: Pick<DealAmendments, 'amendments'>): number =>
  amendments.filter(({ status }) => status === 'accepted').length

/**
 * Names the draft of a proposal. The name depends on what is agreed: a draft begun before the last agreement, or before
 * the arrival of a product moved the deadline, would propose to revert it, in fields that no one touched.
 */
export const draftName = (
  deal: Pick<DealAmendments, 'project_id' | 'amendments'> & { terms: Pick<Terms, 'deliver_by'> },
): string => `amendment-${deal.project_id}-${agreedChanges(deal)}-${deal.terms.deliver_by}`

/**
 * The proposal a draft yields, given what is agreed and held (USD), or what is wrong with it. A price that can no
 * longer be proposed has no field, so none is sent and no problem with it is reported.
 */
export function readAmendment(
  {
    price: amount,
    deliver_by: day,
    rounds: all,
    with_brief: withBrief,
    brief: typed,
    note,
    hours,
  }: AmendmentDraft,
  { terms, held, price_fixed: fixed }: Pick<DealAmendments, 'terms' | 'held' | 'price_fixed'>,
): Reading<AmendmentDraft, AmendmentInput> {
  const brief = withBrief && JSON.stringify(typed) !== saved(terms) ? briefFrom(typed) : null
  const deliver_by = day === terms.deliver_by ? null : day
  // A brief contains its own number of rounds.
  const rounds = withBrief || Number(all) === terms.rounds ? null : Number(all)
  const { cents, problem } =
    fixed === null ? readAmount(amount, PRICE_RULE) : { cents: null, problem: null }
  const price = cents === null || cents === centsFromUsd(terms.price) ? null : usdFromCents(cents)
  const errors = {
    ...(problem === null ? {} : { price: amountSentence(problem, PRICE_RULE) }),
    ...(addsTooLittle(price, held) ? { price: amendmentMessages.more } : {}),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(day) ? {} : { deliver_by: amendmentMessages.date }),
    ...(brief !== null && Object.keys(briefProblems(typed)).length > 0
      ? { brief: briefFormWords.wrong }
      : {}),
    ...(deliver_by === null &&
    rounds === null &&
    brief === null &&
    price === null &&
    problem === null
      ? { deliver_by: NOTHING_NEW }
      : {}),
  }
  if (Object.keys(errors).length > 0) return { input: null, errors }
  return {
    input: { price, deliver_by, rounds, brief, note: note.trim(), hours: Number(hours) },
    errors: null,
  }
}

/** Whether a price adds less to the held money than the smallest possible payment. */
const addsTooLittle = (price: number | null, held: number | null): boolean => {
  if (price === null || held === null) return false
  const more = centsFromUsd(price) - centsFromUsd(held)
  return more > 0 && more < AMENDMENT_LIMITS.leastExtra
}

/**
 * The sentence at the date field. The sentence that nothing would change appears there because it has no field of its
 * own; it goes away once anything else changes.
 */
export function dateSentence(
  sentence: string | undefined,
  draft: AmendmentDraft,
  deal: Pick<DealAmendments, 'terms' | 'held' | 'price_fixed'>,
): string | undefined {
  if (sentence !== NOTHING_NEW) return sentence
  return readAmendment(draft, deal).errors?.deliver_by === NOTHING_NEW ? sentence : undefined
}

const saved = (terms: Terms): string => JSON.stringify(draftOf(terms).brief)
