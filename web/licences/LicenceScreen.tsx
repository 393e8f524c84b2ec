import { useParams } from 'react-router'
import { AI_PARTS_SOURCE, AI_PARTS_TITLE, aiPartsText } from '#contract/ai-part-words.ts'
import type { Licence } from '#contract/licence-schemas.ts'
import { licenceRoutes } from '#contract/licence-calls.ts'
import { LICENCE_WORDS, VOID_WORDS } from '#contract/licence-words.ts'
import {
  licenceDocumentPath,
  LICENCE_KEYS_PATH,
  SHOWN_HASH,
  SIGNING_CERTIFICATES_PATH,
} from '#contract/licences.ts'
import { filledPath, partsOf } from '#contract/route-path.ts'
import { usePageHead } from '#web/page/head.ts'
import { PageByLink } from '#web/loading/PageByLink.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { megabytes } from '#web/ui/megabytes.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Time } from '#web/ui/Time.tsx'
import { CheckFile } from './CheckFile.tsx'
import styles from './Licence.module.css'
import { LICENCE_BADGES, licencePageWords as words } from './licence-page-words.ts'
import { useLicence } from './use-licence.ts'

const ReportButton = lazyComponent(
  async () => (await import('#web/reports/ReportButton.tsx')).ReportButton,
  null,
  'members',
)

/** Whether a licence is valid, for anyone with its code: an ad buyer, a platform, a lawyer. */
export function LicenceScreen() {
  const { code = '' } = useParams()
  const query = useLicence(code)
  usePageHead({ title: words.page(query.data?.code ?? code) })
  return (
    <PageByLink query={query} words={words} heading={words.page(code)}>
      {(licence) => <Checked licence={licence} />}
    </PageByLink>
  )
}

function Checked({ licence }: { licence: Licence }) {
  const { id, code, status, void_reason: reason, sentence, files } = licence
  const { word, tone, glyph } = LICENCE_BADGES[status]
  return (
    <div className={`page wrap ${styles.page}`}>
      <div>
        <div className={styles.head}>
          <h1>{words.page(code)}</h1>
          <Badge tone={tone} glyph={glyph}>
            {word}
          </Badge>
        </div>
        <p className="muted">{words.between(licence.creator_name, licence.seller_name)}</p>
      </div>
      {reason === null ? null : <Notice tone="danger" title={VOID_WORDS[reason]} />}
      {status === 'expired' ? <Notice tone="info" title={LICENCE_WORDS.expired} /> : null}
      <section className="stack" aria-labelledby="allows">
        <h2 id="allows">{words.sentence}</h2>
        <p>{sentence}</p>
        <Facts licence={licence} />
      </section>
      <section className="stack" aria-labelledby="licensed-files">
        <h2 id="licensed-files">{words.files}</h2>
        {files.length === 0 ? <p className="muted">{words.noFiles}</p> : null}
        <ul className={styles.files}>
          {files.map(({ name, size, sha256, ai_parts: parts }) => (
            <li key={sha256}>
              <span>{name}</span>
              <span className="sm muted">
                {megabytes(size)} · {words.hash(sha256.slice(0, SHOWN_HASH))}
                {parts === null ? null : ` · ${AI_PARTS_TITLE}: ${aiPartsText(parts)}`}
              </span>
            </li>
          ))}
        </ul>
        {files.some(({ ai_parts }) => ai_parts !== null) ? (
          <p className="sm muted">{AI_PARTS_SOURCE}</p>
        ) : null}
      </section>
      {files.length === 0 && licence.document_sha256 === null ? null : (
        <div className={styles.check}>
          <CheckFile files={files} document={licence.document_sha256} />
        </div>
      )}
      <Proof licence={licence} />
      {id === null ? null : (
        <p className={styles.report}>
          <ReportButton subject="licence" id={id} />
        </p>
      )}
    </div>
  )
}

function Facts({ licence }: { licence: Licence }) {
  return (
    <dl className="kv">
      <dt>{words.creator}</dt>
      <dd>{licence.creator_name}</dd>
      <dt>{words.seller}</dt>
      <dd>{licence.seller_name}</dd>
      <dt>{words.granted}</dt>
      <dd>
        <Time value={licence.granted_at} />
      </dd>
      {licence.voided_at === null ? (
        <>
          <dt>{licence.ends_on === null ? words.term : words.validUntil}</dt>
          <dd>{licence.ends_on === null ? words.noEnd : <Time value={licence.ends_on} />}</dd>
        </>
      ) : (
        <>
          <dt>{words.voided}</dt>
          <dd>
            <Time value={licence.voided_at} />
          </dd>
        </>
      )}
    </dl>
  )
}

/** For people who verify it themselves. */
function Proof({
  licence: { code, certificate, document_sha256: document },
}: {
  licence: Licence
}) {
  return (
    <section className="stack" aria-labelledby="proof">
      <h2 id="proof">{words.proof}</h2>
      {certificate === null ? (
        <p className="muted">{words.pending}</p>
      ) : (
        <p className={styles.proofs}>
          {document === null ? null : (
            <a className="link" href={licenceDocumentPath(code)}>
              {words.document}
            </a>
          )}
          <a
            className="link"
            href={filledPath('licences.check', partsOf(licenceRoutes['licences.check']).path, {
              code,
            })}
          >
            {words.certificate}
          </a>
          <a className="link" href={LICENCE_KEYS_PATH}>
            {words.keys}
          </a>
          <a className="link" href={SIGNING_CERTIFICATES_PATH}>
            {words.certificates}
          </a>
        </p>
      )}
    </section>
  )
}
