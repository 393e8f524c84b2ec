import { createHash } from 'node:crypto'
import { proposalSentence, proposalWords } from '#contract/operator-proposal-words.ts'
import { PROPOSAL_DAYS, type ProposedAct } from '#contract/operator-proposals.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { paths } from '#contract/paths.ts'
import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { renderMail } from '#server/mail/mail-layout.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { recordAct } from '#server/operator/acts/operator-acts.ts'
import type { OperatorAccount } from '#server/operator/roles/role-store.ts'
import { insertProposal, openProposalAbout, type ProposalRow } from './proposal-store.ts'
import { isSamePerson, moneyOperators } from './second-person.ts'

const DAY_MS = 86_400_000

/** Whether a decision about this many cents needs a second person. */
export const needsSecondPerson = (
  { secondPersonFromCents: from }: Pick<Config, 'secondPersonFromCents'>,
  cents: number,
): boolean => from !== null && cents >= from

/** The proposal and its subject. */
export type Proposed = Pick<ProposalRow, 'act' | 'terms' | 'subject_id' | 'cents' | 'why'> & {
  viewer: Viewer
  /** People who may not confirm it: the sides of the deal. */
  sides: readonly string[]
  projectId: string | null
  now: Date
}

/**
 * Proposes a decision that needs a second person, in the caller's transaction and under its locks, with an act in the
 * log and a mail to those who may confirm it. Idempotent. Throws proposal.already_open, and proposal.no_second_person
 * if no one could confirm it.
 */
export async function propose(tx: Tx, config: Config, given: Proposed): Promise<void> {
  const { viewer, act, subject_id, now } = given
  const digest = digestOf(given)
  const open = await openProposalAbout(tx, act, subject_id)
  if (open?.digest === digest && open.proposed_by === viewer.id) return
  if (open !== null) throw new AppError('proposal.already_open')
  const others = (await moneyOperators(tx, config.operatorEmails, now)).filter(
    (one) => !isSamePerson(one, viewer) && !given.sides.includes(one.id),
  )
  if (others.length === 0) throw new AppError('proposal.no_second_person')
  const expiresAt = new Date(now.getTime() + PROPOSAL_DAYS * DAY_MS)
  const made = await insertProposal(tx, { ...given, digest, proposedBy: viewer.id, expiresAt })
  if (made === null) throw new AppError('proposal.already_open')
  const sentence = proposalSentence(act, centsOf(given))
  await recordAct(tx, {
    actorId: viewer.id,
    act: 'propose',
    subject: SUBJECTS[act],
    subjectId: subject_id,
    subjectName: sentence,
    reason: given.why.slice(0, OPERATOR_LIMITS.reason),
    projectId: given.projectId,
  })
  await mailOthers(tx, config, { id: made.id, others, sentence, by: viewer.name })
}

/** The subject of an act, by what was proposed. */
export const SUBJECTS = {
  decide_dispute: 'dispute',
  resolve_difference: 'difference',
} as const satisfies Record<ProposedAct, string>

/** Refuses a direct decision while a proposal is open, for example because the threshold was raised since. */
export async function refuseWhileProposed(
  tx: Tx,
  act: ProposedAct,
  subjectId: string,
): Promise<void> {
  if ((await openProposalAbout(tx, act, subjectId)) !== null)
    throw new AppError('proposal.already_open')
}

/** The cents that a proposal decides about, and how many of them return to the card. */
export const centsOf = (
  given: Pick<ProposalRow, 'act' | 'terms' | 'cents'>,
): { cents: number; returnedCents: number } => ({
  cents: given.cents,
  returnedCents: 'returned_cents' in given.terms ? given.terms.returned_cents : 0,
})

/** SHA-256, in hex, of everything that is proposed. */
const digestOf = ({ act, subject_id, terms, cents, why }: Proposed): string =>
  createHash('sha256')
    .update(JSON.stringify([act, subject_id, terms, cents, why]))
    .digest('hex')

async function mailOthers(
  tx: Tx,
  { brandName, publicUrl: siteUrl }: Config,
  given: { id: string; others: readonly OperatorAccount[]; sentence: string; by: string },
): Promise<void> {
  const mail = renderMail(
    { brandName, siteUrl },
    {
      subject: proposalWords.mailSubject,
      heading: proposalWords.mailSubject,
      lines: [proposalWords.mailLine(given.by, given.sentence)],
      action: { label: proposalWords.mailAction, url: `${siteUrl}${paths.operator}` },
    },
  )
  for (const { id, email } of given.others)
    await queueMail(tx, email, mail, { dedupeId: `proposal-${given.id}-${id}` })
}
