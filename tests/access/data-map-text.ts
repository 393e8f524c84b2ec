import { KEPT_FOR, periodText } from '#contract/retention.ts'
import { type Keeping, KEPT_TABLES } from '#server/retention/kept-tables.ts'
import { ABOUT_PEOPLE, NOBODYS } from './about-people.ts'
import { type Circle, CIRCLES, columns } from './columns.ts'
import { LEFT_BEHIND } from './left-behind.ts'
import { EXPORTED, WITHHELD } from './personal-tables.ts'

/** The readers of a column, in words. */
const READERS: Readonly<Record<Circle, string>> = {
  anyone: 'everyone',
  signed_in: 'who is signed in and sees the row',
  parties: 'the people of the row',
  self: 'the one it is about',
  operators: 'operators',
  nobody: 'no one',
}

/**
 * The text of docs/data-map.md: the data kept about people, from the tables that the tests check the schema against.
 */
export function dataMapText(): string {
  return [
    '# What we keep about people',
    '',
    'Written by `npm run data:map` from the tables of the schema; a test compares it. For each table: whom its rows are about, where they come from, who reads which column, how long it is',
    'kept ([why](decisions/0103-what-is-kept-and-for-how-long.md)), and whether it is in the export that people download under Settings → Data. Passwords, codes and tokens are stored as hashes, secrets and',
    'addresses sealed.',
    '',
    ...Object.keys(ABOUT_PEOPLE).flatMap(tableText),
    '## What a deleted account leaves',
    '',
    'Everything else of the person is gone with the deletion: a test plants a marker in every text and searches all tables.',
    '',
    ...(['seller', 'creator'] as const).flatMap((side) => [
      `**A ${side}:**`,
      '',
      ...LEFT_BEHIND[side].map(({ why, columns: left }) => `- ${quotedNames(left)}: ${why}`),
      '',
    ]),
    '## Tables without anything about a person',
    '',
    ...NOBODYS.map((table) => `- \`${shortName(table)}\`: kept ${keepingText(table)}`),
    '',
  ].join('\n')
}

function tableText(table: string): string[] {
  const about = ABOUT_PEOPLE[table]
  return [
    `## ${shortName(table)}`,
    '',
    `- **About** ${about?.whose}. **From** ${about?.from}.`,
    ...CIRCLES.flatMap((circle) => {
      const names = columns[table]?.[circle]
      return names === undefined || names === ''
        ? []
        : [`- **Read by ${READERS[circle]}:** ${quotedNames(names)}`]
    }),
    `- **Kept** ${keepingText(table)}.`,
    `- **Export:** ${exportText(table)}.`,
    '',
  ]
}

const quotedNames = (names: string) =>
  names
    .split(' ')
    .map((name) => `\`${name}\``)
    .join(' ')

const shortName = (table: string) => table.replace(/^public\./, '')

/** About people, but in no list of the export: nothing in them is readable, or it is told elsewhere. */
const UNTOLD: Readonly<Record<string, string>> = {
  'auth.recovery_codes': 'hashes, which tell nothing',
  'public.licence_certificates': 'anyone reads it by the licence’s code, which is exported',
  'public.licence_documents': 'anyone reads it by the licence’s code, which is exported',
  'public.money_ops': 'the books; each payment’s statement tells them in words',
  'public.payout_transfers': 'ids of the payment provider; payouts are exported',
  'public.provider_calls':
    'ids of the payment provider; what was sent is deleted once the outcome is known',
  'public.webhook_events': 'ids of the payment provider; payments are exported',
  'public.operator_roles': 'the team’s own',
  'public.operator_proposals': 'the team’s own; what came of it is in the deal',
  'public.operator_views': 'the security log, which is exported, tells each',
  'public.bank_evidence_seals': 'hashes, which tell nothing',
}

const exportText = (table: string): string => {
  const lists = EXPORTED.get(table)
  if (lists !== undefined) return lists.map((name) => `\`${name}\``).join(', ')
  const reason = WITHHELD[table] ?? UNTOLD[table]
  if (reason === undefined) throw new Error(`${table} is neither exported nor says why not`)
  return `no; ${reason}`
}

function keepingText(table: string): string {
  const keeping: Keeping | undefined = KEPT_TABLES[table]
  if (keeping === undefined) throw new Error(`${table} does not say how long it is kept`)
  switch (keeping.kept) {
    case 'for a time':
      return [
        ...keeping.periods.map((name) => {
          const { what, period, from } = KEPT_FOR[name]
          const which = keeping.periods.length > 1 || keeping.rest !== undefined ? `${what}: ` : ''
          return `${which}${periodText(period)} ${from}`
        }),
        ...(keeping.rest === undefined ? [] : [keeping.rest]),
      ].join('; ')
    case 'with the account':
      return `until the account is deleted${keeping.rest === undefined ? '' : `; what stays: ${keeping.rest}`}`
    case 'with the deal':
      return `with the deal: ${keeping.because}`
    case 'with':
      return `as long as its row of \`${shortName(keeping.table)}\``
    case 'for good':
      return `for good: ${keeping.because}`
    case 'while it is used':
      return `while it is used: ${keeping.because}`
  }
}
