import { operatorRoutes } from './operator-calls.ts'
import { reportRoutes } from './report-calls.ts'
import { ringRoutes } from './ring-calls.ts'
import { creatorListRoutes } from './creator-list-calls.ts'

/** The calls of what few pages do: a page loads this file with the first of them (web/api/client.ts). */
export const rareRoutes = {
  ...reportRoutes,
  ...ringRoutes,
  ...creatorListRoutes,
  ...operatorRoutes,
} as const
