import { roleMay } from '#contract/operator-roles.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type OperatorAccount, operatorAccounts } from '#server/operator/roles/role-store.ts'

/** Operators who may currently decide about money, according to the configuration, their roles and their accounts. */
export async function moneyOperators(
  tx: Tx,
  emails: readonly string[],
  now: Date,
): Promise<OperatorAccount[]> {
  const accounts = await operatorAccounts(tx, emails, now)
  return accounts.filter(({ role }) => roleMay(role, 'operator.confirm_proposal'))
}

type Identity = Pick<OperatorAccount, 'id' | 'email'>

/**
 * Whether two accounts belong to one person: the same account, or the same mailbox. "ana+second@…" is delivered to
 * "ana@…".
 */
export const isSamePerson = (one: Identity, other: Identity): boolean =>
  one.id === other.id || mailboxOf(one.email) === mailboxOf(other.email)

function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  return `${local.replace(/\+.*$/, '')}@${domain}`
}
