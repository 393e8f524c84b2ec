import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { boardCards, openBoard } from './board-service.ts'

/** The board of a project that hires several: where each application and each deal stands. */
export function boardRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('projects.board', ({ viewer, params, now }) =>
    openBoard(deps, viewer, params.id, now),
  )

  routes.sellers('projects.board_cards', ({ viewer, params, query }) =>
    boardCards(deps, viewer, { id: params.id, ...query }),
  )
}
