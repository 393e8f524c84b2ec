import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LICENCE_WORDS as words } from '#contract/licence-words.ts'
import { paths } from '#contract/paths.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import { LICENCE_BADGES } from '#web/licences/licence-page-words.ts'
import { licenceCardWords as say } from './licence-card-words.ts'

const Extensions = lazyComponent(async () => (await import('./Extensions.tsx')).Extensions)

/** What the brand is allowed to do with the work of a paid deal, and the code that proves it. */
export function LicenceCard({
  projectId,
  settled,
  reader,
}: {
  projectId: string
  settled: boolean
  reader: 'seller' | 'creator'
}) {
  const query = useQuery(apiQuery('licences.of_project', { params: { id: projectId } }))
  const licence = query.data
  // A decision may have sent most of the money back: then there is no licence.
  if (licence === undefined || (licence === null && !settled)) return null
  const badge = licence === null ? null : LICENCE_BADGES[licence.status]
  return (
    <section className="card pad stack" aria-labelledby="licence">
      <div className="row between">
        <h2 id="licence">{words.title}</h2>
        {badge === null ? null : (
          <Badge tone={badge.tone} glyph={badge.glyph}>
            {badge.word}
          </Badge>
        )}
      </div>
      {licence === null ? (
        <p>{say.none}</p>
      ) : (
        <>
          <p>
            {words.owner} {licence.sentence}
          </p>
          <p className="row gap4">
            <Link className="link strong" to={paths.licence(licence.code)}>
              {licence.code}
            </Link>
            <Button size="sm" onClick={() => copyLink(licence.code)}>
              {say.copy}
            </Button>
          </p>
          <p className="sm muted">{say.hint}</p>
          {licence.ends_on === null ? null : (
            <>
              {licence.status === 'granted' ? (
                <p>
                  {say.validUntil} <Time value={licence.ends_on} />
                </p>
              ) : null}
              <Extensions
                projectId={projectId}
                reader={reader}
                otherName={reader === 'seller' ? licence.creator_name : licence.seller_name}
              />
            </>
          )}
        </>
      )}
      <p>
        <Link className="link" to={`${paths.terms}#licence`}>
          {words.more}
        </Link>
      </p>
    </section>
  )
}

const copyLink = (code: string) =>
  void navigator.clipboard.writeText(`${window.location.origin}${paths.licence(code)}`).then(
    () => toast.success(say.copied),
    // Where the page is not allowed to write to the clipboard, the code links to the page and its address can be copied
    // by hand.
    () => undefined,
  )
