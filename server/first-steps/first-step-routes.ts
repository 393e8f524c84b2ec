import { FIRST_STEPS, visitOf } from '#contract/first-steps.ts'
import type { Answer } from '#contract/schemas.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { recordArrival, recordDismissal, stepsDone } from './first-step-store.ts'

/** A person's first visit, and what they set up first: always the viewer's own. */
export function firstStepRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('first_steps.arrive', async ({ viewer, now }) => {
    const { greeted_at: greetedAt } = await recordArrival(deps.pool, viewer.id, now)
    return { visit: visitOf(greetedAt, now) }
  })

  routes.signedIn('first_steps.list', ({ viewer }) => listFor(deps, viewer))

  routes.signedIn('first_steps.dismiss', async ({ viewer, now }) => {
    await recordDismissal(deps.pool, viewer.id, now)
    return listFor(deps, viewer)
  })
}

async function listFor(deps: Deps, viewer: Viewer): Promise<Answer<'first_steps.list'>> {
  const done = await stepsDone(deps.pool, viewer.id, viewer.role)
  const steps = FIRST_STEPS[viewer.role].map((step) => ({ step, done: done[step] ?? false }))
  return { steps, dismissed: done.dismissed }
}
