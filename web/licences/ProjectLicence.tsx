import { licenceSentence } from '#contract/licence-sentence.ts'
import { type LicenceTerms, STANDARD_TERMS } from '#contract/licence-rights.ts'
import { LICENCE_WORDS as words } from '#contract/licence-words.ts'

/** What a project states about rights, for everyone who reads it. */
export function ProjectLicence({ terms = STANDARD_TERMS }: { terms?: LicenceTerms | undefined }) {
  return (
    <>
      <h2>{words.title}</h2>
      <p className="prose">{licenceSentence(terms)}</p>
    </>
  )
}
