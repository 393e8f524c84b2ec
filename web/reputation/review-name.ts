import type { PersonCard } from '#contract/profile-schemas.ts'
import { reputationWords } from '#contract/reputation-words.ts'

/**
 * The name of a review's author or subject: a brand's company, a creator's name, and no name once the account is gone.
 */
export const nameOf = (person: Pick<PersonCard, 'name' | 'company_name'> | null): string =>
  person === null ? reputationWords.gone : (person.company_name ?? person.name)
