import { Link } from 'react-router'
import { LICENCE_WORDS as words } from '#contract/licence-words.ts'
import { paths } from '#contract/paths.ts'

/** What the brand may do with the work of a finished deal, as the terms say it. */
export function LicenceCard() {
  return (
    <section className="card pad stack" aria-labelledby="licence">
      <h2 id="licence">{words.title}</h2>
      <p>
        {words.owner} {words.grant}
      </p>
      <p>{words.noTraining}</p>
      <p>
        <Link className="link" to={`${paths.terms}#licence`}>
          {words.more}
        </Link>
      </p>
    </section>
  )
}
