import { licenceSentence } from '#contract/licence-sentence.ts'
import { type LicenceTerms, STANDARD_TERMS } from '#contract/licence-rights.ts'
import { LICENCE_WORDS as words } from '#contract/licence-words.ts'

/**
 * The licence that a price is for, in the one sentence that names it everywhere. Without terms it is the standard
 * licence.
 */
export function LicenceLine({ terms = STANDARD_TERMS }: { terms?: LicenceTerms | undefined }) {
  return (
    <p className="sm">
      <span className="strong">{words.title}:</span> {licenceSentence(terms)}
    </p>
  )
}
