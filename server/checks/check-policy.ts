import type { Viewer } from '#server/http/viewer.ts'
import type { CheckedDelivery } from './check-store.ts'

type Sides = Pick<CheckedDelivery, 'seller_id' | 'creator_id'>

/** Both sides of a deal may read its checks; for anyone else they do not exist. */
export const mayReadChecks = ({ id }: Viewer, { seller_id, creator_id }: Sides): boolean =>
  id === seller_id || id === creator_id

/** Only the brand answers them. */
export const mayAnswerChecks = ({ id }: Viewer, { seller_id }: Sides): boolean => id === seller_id

/** The brand's answers are its own draft until they are shown. */
export const readsAnswers = (
  { id }: Pick<Viewer, 'id'>,
  { seller_id, answers_shown }: Pick<CheckedDelivery, 'seller_id' | 'answers_shown'>,
): boolean => answers_shown || id === seller_id
