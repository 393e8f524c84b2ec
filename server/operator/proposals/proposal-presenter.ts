import { usdFromCents } from '#contract/money.ts'
import type { MoneyProposal } from '#contract/operator-proposal-schemas.ts'
import { proposalSentence } from '#contract/operator-proposal-words.ts'
import { centsOf } from './propose.ts'
import type { ShownProposal } from './proposal-store.ts'

/** A proposal as the console shows it to one operator. */
export const presentProposal = (row: ShownProposal, readerId: string): MoneyProposal => ({
  id: row.id,
  act: row.act,
  subject_id: row.subject_id,
  sentence: proposalSentence(row.act, centsOf(row)),
  project_title: row.project_title,
  amount: usdFromCents(row.cents),
  reason: row.why,
  proposed_by: row.proposer_name,
  proposed_at: row.proposed_at,
  expires_at: row.expires_at,
  own: row.proposed_by === readerId,
  digest: row.digest,
})
