import { HIGHEST_PRICE } from '#tests/support/prices.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { answerOffer } from '#server/offers/offer-answer-service.ts'
import {
  buildApplication,
  buildOffer,
  buildProject,
  type buildDeal,
} from '#tests/support/builders.ts'
import type { Agreed } from './steps.ts'

/**
 * A running deal at `price` cents that someone applied for at another price: one side made the offer and the other
 * accepted it, through the product itself.
 */
export async function dealByOffer(
  { pool, deps }: { pool: Deps['pool']; deps: Deps },
  price: number,
  agreed: Extract<Agreed, `${string}_accepts`>,
): ReturnType<typeof buildDeal> {
  const project = await buildProject(pool)
  // Any other price within the bounds.
  const asked = price === HIGHEST_PRICE ? price - 1 : price + 1
  const application = await buildApplication(pool, { project, priceCents: asked })
  const { seller } = project
  const { creator } = application
  const [by, recipient] =
    agreed === 'creator_accepts' ? (['seller', creator] as const) : (['creator', seller] as const)
  const offer = await buildOffer(pool, { application, by, priceCents: price })
  const { id, role, email, name } = recipient
  const viewer = { id, role, email, name, sessionId: id, aal: 'aal2' } as const
  await answerOffer({ ...deps, pool }, viewer, offer.id, 'accept', deps.clock())
  const conversation = await oneRow<{ id: string }>(
    pool,
    sql`select id from conversations where project_id = ${project.id}`,
  )
  return {
    project,
    seller,
    creator,
    application: { ...application, status: 'accepted' },
    conversation,
  }
}
