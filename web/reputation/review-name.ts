import type { PersonCard } from '#contract/profile-schemas.ts'
import { reputationWords } from '#contract/reputation-words.ts'

/** Who a review is by or about: a brand by its company, a creator by their name, and no one once the account is gone. */
export const nameOf = (person: Pick<PersonCard, 'name' | 'company_name'> | null): string =>
  person === null ? reputationWords.gone : (person.company_name ?? person.name)
