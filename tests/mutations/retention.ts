import type { Mutation } from './mutation.ts'

const source = 'docs/decisions/0103-what-is-kept-and-for-how-long.md'
const tests = ['server/retention/retention.test.ts']

/** What is deleted automatically: never too early, and in the end all of it. */
export const RETENTION: readonly Mutation[] = [
  {
    rule: 'what is deleted by itself is past its period',
    source,
    file: 'server/retention/forget-past.ts',
    find: '- ${raw(`interval',
    replace: '+ ${raw(`interval',
    tests,
    named: 'account_log',
  },
  {
    rule: 'a period ends at its very moment',
    source,
    file: 'server/retention/forget-past.ts',
    find: '${raw(since)} <= ${begunBefore',
    replace: '${raw(since)} < ${begunBefore',
    tests,
    named: 'account_log',
  },
  {
    rule: 'a conversation stays while its project’s money is held or disputed',
    source,
    file: 'server/retention/forget-conversations.ts',
    find: `status = 'held_in_escrow' or moving is not null or disputed or deal_dispute_id is not null`,
    replace: 'false',
    tests,
    named: 'stays while money',
  },
  {
    rule: 'a conversation goes early only when both of its sides have left',
    source,
    file: 'server/retention/forget-conversations.ts',
    find: 'where id in (conversations.seller_id, conversations.creator_id)',
    replace: 'where id in (conversations.seller_id, conversations.seller_id)',
    tests,
    named: 'stays readable while one side',
  },
  {
    rule: 'jobs that carry money are never deleted',
    source,
    file: 'server/retention/forgetting-rules.ts',
    find: 'attempts >= max_attempts and locked_at is null and ${MAIL_JOBS}',
    replace: 'attempts >= max_attempts and locked_at is null',
    tests,
    named: 'a job that moves money or has attempts left is kept, however old it is',
  },
  {
    rule: 'a deletion ends sign-ins that are under way',
    source: 'SECURITY.md',
    file: 'server/auth/records/one-time-tokens.ts',
    find: 'delete from auth.flow_states where ${userId} in (user_id, linking_user_id)',
    replace: 'select ${userId}::uuid',
    tests: ['tests/access/deleted-person.test.ts'],
  },
  {
    rule: 'a deletion takes the details for documents along',
    source: 'SECURITY.md',
    file: 'server/account/leave-rows.ts',
    find: 'delete from tax_profiles where user_id = ${id}',
    replace: 'select ${id}::uuid',
    tests: ['tests/access/deleted-person.test.ts'],
  },
  {
    rule: 'a deletion empties applications that led to no deal',
    source: 'SECURITY.md',
    file: 'server/account/leave-rows.ts',
    find: `update applications set message = '' where creator_id = \${id} and status <> \${'accepted' satisfies ApplicationStatus}`,
    replace: 'select ${id}::uuid',
    tests: ['server/account/account.test.ts'],
    named:
      'removes the words of unsuccessful applications and invitations, and keeps those of deals',
  },
  {
    rule: 'a full last batch means that more may be left',
    source,
    file: 'server/retention/retention-tasks.ts',
    find: 'if (count === most) isDone = false',
    replace: '',
    tests,
    named: 'a run is limited to a number of batches',
  },
  {
    rule: 'an application that waits loses its words when its creator leaves',
    source: 'docs/data-map.md',
    file: 'server/account/leave-rows.ts',
    find: "and status <> ${'accepted' satisfies",
    replace: "and status = ${'rejected' satisfies",
    tests: ['server/account/account.test.ts'],
    named: 'removes the words of unsuccessful applications',
  },
]
