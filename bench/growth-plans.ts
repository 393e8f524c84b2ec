/** One step of a plan, as PostgreSQL reports it in JSON. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

/** How one statement ran: its text and its plan. */
export interface LoggedPlan {
  text: string
  plan: PlanNode
}

/** Returns the plan in a message of auto_explain; null for any other message. */
export function planIn(message: string): LoggedPlan | null {
  const begin = message.indexOf('plan:\n')
  if (begin < 0) return null
  const logged = JSON.parse(message.slice(begin + 'plan:\n'.length)) as {
    'Query Text': string
    Plan: PlanNode
  }
  return { text: logged['Query Text'], plan: logged.Plan }
}

/** Returns the tables that a plan reads from end to end. */
export function scannedTables(plan: PlanNode): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? '?'] : []
  return [...own, ...(plan.Plans ?? []).flatMap(scannedTables)]
}

/** Returns the 8 kB pages that one run read: the same on a busy machine as on an idle one. */
export const blocksOf = (plan: PlanNode): number =>
  (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
