import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { saveTemplate } from './brief-template-service.ts'
import { deleteTemplate, templatesOf } from './brief-template-store.ts'

/** A brand's own brief templates. */
export function briefTemplateRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('brief_templates.list', ({ viewer }) => templatesOf(deps.pool, viewer.id))

  routes.sellers('brief_templates.save', ({ viewer, body, now }) =>
    saveTemplate(deps, viewer, body, now),
  )

  routes.sellers('brief_templates.remove', async ({ viewer, params }) => {
    await deleteTemplate(deps.pool, viewer.id, params.id)
    return { id: params.id }
  })
}
