import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import type { Sanction } from '#contract/report-schemas.ts'
import {
  REPORT_ACT_WORDS,
  REPORT_REASON_WORDS,
  REPORT_SUBJECT_WORDS,
  SANCTION_MEANS,
} from '#contract/report-words.ts'
import { paths } from '#contract/paths.ts'
import { useAuth } from '#web/api/session.tsx'
import type { AuthState } from '#web/auth/auth-state.ts'
import { usePageHead } from '#web/page/head.ts'
import { PageByLink } from '#web/loading/PageByLink.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Time } from '#web/ui/Time.tsx'
import { AppealForm } from './AppealForm.tsx'
import { AppealState } from './AppealState.tsx'
import styles from './Decision.module.css'
import { decisionWords as words } from './decision-words.ts'
import { useSanction } from './use-sanction.ts'

/**
 * The statement of reasons for our team's decision about someone, and their one appeal. A key in the address opens it
 * for someone who cannot sign in; everyone else signs in first.
 */
export function DecisionPage() {
  const { id = '' } = useParams()
  const key = useSearchParams()[0].get('key')
  const { status } = useAuth()
  const { pathname } = useLocation()
  if (key !== null || status === 'signed_in') return <KnownReader id={id} linkKey={key} />
  if (status === 'loading') return <Loading page />
  const state: AuthState = { returnPath: pathname }
  return <Navigate to={paths.auth} replace state={state} />
}

function KnownReader({ id, linkKey: key }: { id: string; linkKey: string | null }) {
  const query = useSanction(id, key)
  usePageHead({ title: words.page })
  return (
    <PageByLink query={query} words={words} heading={words.page}>
      {(sanction) => <Decision sanction={sanction} linkKey={key} />}
    </PageByLink>
  )
}

function Decision({ sanction, linkKey }: { sanction: Sanction; linkKey: string | null }) {
  const { act, subject, reason, facts, seen, picture, at, until, project_id: project } = sanction
  return (
    <div className={`page wrap ${styles.decision}`}>
      <h1>{REPORT_ACT_WORDS[act].heading(REPORT_SUBJECT_WORDS[subject].yours)}</h1>
      <p>{SANCTION_MEANS[act](subject)}</p>
      <dl className={`kv ${styles.facts}`}>
        <dt>{words.rule}</dt>
        <dd>{REPORT_REASON_WORDS[reason].rule}</dd>
        <dt>{words.facts}</dt>
        <dd className={styles.said}>{facts}</dd>
        {until === null ? null : (
          <>
            <dt>{words.until}</dt>
            <dd>
              <Time value={until} exact />
            </dd>
          </>
        )}
        <dt>{words.decided}</dt>
        <dd>
          <Time value={at} exact />
          <span className={`sm muted ${styles.by}`}>{words.byPerson}</span>
        </dd>
        {seen === '' && picture === null ? null : (
          <>
            <dt>{words.about}</dt>
            <dd>
              {picture === null ? null : (
                <span className={styles.picture}>
                  <Picture src={picture} sizes="160px" alt={words.picture} />
                </span>
              )}
              {seen === '' ? null : <blockquote className={styles.seen}>{seen}</blockquote>}
            </dd>
          </>
        )}
      </dl>
      {project === null || linkKey !== null ? null : (
        <ButtonLink to={paths.project(project)}>{words.project}</ButtonLink>
      )}
      <section className={styles.appeal} aria-labelledby="appeal">
        <h2 id="appeal">{words.appealTitle}</h2>
        {sanction.appeal.status === 'none' && sanction.appeal.until !== null ? (
          <AppealForm id={sanction.id} until={sanction.appeal.until} linkKey={linkKey} />
        ) : (
          <AppealState appeal={sanction.appeal} />
        )}
      </section>
    </div>
  )
}
