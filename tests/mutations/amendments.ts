import type { Mutation } from './mutation.ts'

const source = 'docs/decisions/0064-amendments.md'

/** Changes of a running deal: by whom, once, and not while its money is frozen or leaving. */
export const AMENDMENTS: readonly Mutation[] = [
  {
    rule: 'a change is answered once: the write is the guard',
    source,
    file: 'server/amendments/record/amendment-moves.ts',
    find: 'and status = any(${from}) and expires_at > ${now} ${withProject}',
    replace: 'and (status = any(${from}) or true) and expires_at > ${now} ${withProject}',
    tests: ['server/amendments/amendment-states.test.ts'],
  },
  {
    rule: 'nothing changes while a dispute freezes the money',
    source,
    file: 'server/amendments/amendment-policy.ts',
    find: "  if (isFrozen(payment)) return 'amendment.frozen'\n",
    replace: '',
    tests: ['server/amendments/amendment-races.test.ts', 'server/amendments/amendments.test.ts'],
  },
  {
    rule: 'a deal is locked before it is changed',
    source,
    file: 'server/amendments/deal-store.ts',
    find: 'const payment = await lockPaymentOfProject(tx, projectId)',
    replace:
      "const payment = await (await import('#server/payments/record/payment-store.ts')).paymentOfProject(tx, projectId)",
    tests: ['server/amendments/amendment-races.test.ts'],
  },
  {
    rule: 'what is proposed ends with its project',
    source,
    file: 'server/projects/project-moves.ts',
    find: "  if (move === 'complete' || move === 'cancel') await closeAmendments(tx, project.id)\n",
    replace: '',
    tests: ['server/amendments/amendments.test.ts'],
  },
  {
    rule: 'a changed brief is agreed in the version it made',
    source,
    file: 'server/amendments/amendment-answer-service.ts',
    find: 'update applications set brief_version = ${version} where',
    replace: 'update applications set brief_version = brief_version where',
    tests: ['server/amendments/amendments.test.ts'],
  },
  {
    rule: 'a price is not changed under a payment',
    source,
    file: 'server/amendments/amendment-answer-service.ts',
    find: '        and not exists (select from payments where payments.application_id = applications.id)\n',
    replace: '',
    tests: ['server/amendments/amended-price.test.ts'],
  },
  {
    rule: 'agreeing on a price waits for a funding that has begun',
    source,
    file: 'server/amendments/deal-store.ts',
    find: "and status = 'accepted' for update`",
    replace: "and status = 'accepted'`",
    tests: ['server/amendments/amended-price.test.ts'],
  },
]
