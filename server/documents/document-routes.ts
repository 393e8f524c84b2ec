import type { Deps } from '#server/deps/deps.ts'
import { assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/routes.ts'
import { newestPage } from '#server/operator/acts/operator-pages.ts'
import { mayRead } from './document-policy.ts'
import { documentPdf } from './document-print.ts'
import { presentDocument, presentSummary } from './document-presenter.ts'
import { findDocuments } from '#server/documents/record/console-documents.ts'
import { documentById, documentsOf } from '#server/documents/record/document-store.ts'

/** Documents: for the people they are addressed to or name, and for operators. */
export function documentRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('documents.list', async ({ viewer, query }) =>
    (await documentsOf(deps.pool, viewer.id, query.after)).map(presentSummary),
  )
  routes.signedIn('documents.get', async ({ viewer, params }) => {
    const found = foundOr404(await documentById(deps.pool, params.id))
    assertMay(mayRead(viewer, found))
    return presentDocument(found)
  })
  routes.signedIn('documents.pdf', async ({ viewer, params }) => {
    assertMay(mayRead(viewer, foundOr404(await documentById(deps.pool, params.id))))
    const pdf = await documentPdf(deps, params.id)
    return { pdf: pdf === null ? null : pdf.toString('base64') }
  })
  routes.operators('operator.documents', async ({ query }) => {
    const { rows, next } = newestPage(await findDocuments(deps.pool, query))
    return {
      rows: rows.map((row) => ({
        ...presentSummary(row),
        payment_id: row.payment_id,
        party: { id: row.party_id, name: row.party_name },
      })),
      next,
    }
  })
  routes.operators('operator.document', async ({ params }) =>
    presentDocument(foundOr404(await documentById(deps.pool, params.id))),
  )
}
