import type { Deps } from './deps.ts'
import type { Routes } from './http/routes.ts'

/** Every domain's calls, one line a domain. */
export function registerApi(_routes: Routes, _deps: Deps): void {
}
