import { taxWords } from '#contract/tax-words.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/routes.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import { isTaxId } from './tax-id.ts'
import { saveTaxProfile, taxProfileOf } from './tax-store.ts'

/** What documents say about a person. */
export function taxRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('tax.get', ({ viewer }) => taxProfileOf(deps.pool, viewer.id))
  routes.signedIn('tax.save', async ({ viewer, body }) => {
    const given = { ...body, tax_id: body.tax_id === '' ? null : body.tax_id }
    if (given.tax_id !== null) {
      if (!given.business) throw refusal(taxWords.idOfBusiness)
      if (!isTaxId(given.country, given.tax_id)) throw refusal(taxWords.idWrong)
    }
    return inTransaction(deps.pool, async (tx) => {
      await keepOwnProfile(tx, viewer.id)
      return saveTaxProfile(tx, viewer.id, given, deps.clock())
    })
  })
}

const refusal = (sentence: string): AppError =>
  new AppError('request.invalid', { fields: { tax_id: sentence } })
