import type { ReviewRoom, ReviewVersion } from '#contract/review-note-schemas.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'

type Answered = Pick<
  ReviewVersion,
  'status' | 'reviewed_at' | 'superseded_at' | 'decided' | 'approved_unanswered'
>

/**
 * Who answered a version and when, for its reader: "You approved this version on Jun 20, 2026." Null for a version that
 * waits, was replaced or was settled by a decision: its badge says so. `day` formats a moment as a day.
 */
export function answeredWords(
  { status, reviewed_at: at, superseded_at: replaced, decided, approved_unanswered }: Answered,
  { reader, owner }: { reader: 'owner' | 'creator'; owner: ReviewRoom['owner'] },
  day: (moment: string) => string,
): string | null {
  if (at === null || replaced !== null || decided || status === 'pending') return null
  if (approved_unanswered)
    return `Approved on ${day(at)}, because no answer came within ${REVIEW_WINDOW_TEXT}.`
  const who = reader === 'owner' ? 'You' : owner.name
  const did = status === 'approved' ? 'approved this version' : 'asked for a revision'
  return `${who} ${did} on ${day(at)}.`
}
