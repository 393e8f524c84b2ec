import type { OperatorRole } from '#contract/operator-roles.ts'

/** The texts about roles that operators read. */
export const roleScreenWords = {
  title: 'Operators',
  text: 'Who may open this console, by the addresses the server is configured with, and what each may do.',
  change: 'Change role',
  of: (name: string) => `Role of ${name}`,
  role: 'Role',
  save: 'Give role',
  done: (name: string, role: string) => `${name}: ${role}`,
  counts: 'It counts from their next click. The reason stays in the activity, under your name.',
} as const

/** What a role may do (contract/operator-roles.ts), in one line. */
export const roleMeanings: Record<OperatorRole, string> = {
  owner: 'Everything, and who may do what',
  finance: 'Money: disputes, the bank, webhooks, jobs and differences',
  support: 'People: bans, sessions, reports, appeals, reviews and rings',
  read_only: 'Reads everything, changes nothing',
}
