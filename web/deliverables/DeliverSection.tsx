import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { DELIVER_ANCHOR } from '#contract/paths.ts'
import { useAuth } from '#web/api/session.tsx'
import { whenPageStands } from '#web/api/when-page-stands.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { useAnchor } from '#web/page/use-anchor.ts'
import { useRestored } from '#web/forms/use-draft.tsx'
import { unfinishedUploads } from '#web/uploads/unfinished.ts'
import styles from './Deliverable.module.css'
import { deliveryDraft, restoreFiles } from './delivery-draft.ts'

// Most visits to a deal do not hand anything in.
const DeliverableForm = lazyComponent(
  async () => (await import('./DeliverableForm.tsx')).DeliverableForm,
  <Loading />,
)

interface Props {
  projectId: string
  deadline: string
  /** True if the deal was agreed on a brief. */
  hasBrief: boolean
  /** "Deliver your work", "Deliver version 2". */
  title: string
  /**
   * Null while handing in is the creator's move: then it is open. Otherwise the reason it is folded, beside the title.
   */
  collapsed: string | null
}

/** The place where work is handed in: the form, or only its title while something else comes first. */
export function DeliverSection({ projectId, deadline, hasBrief, title, collapsed }: Props) {
  // Stays open for anyone who opened it or has begun to fill it in, whatever happens to the deal meanwhile. A notice
  // about money links to it by its name.
  const isNamed = useLocation().hash === `#${DELIVER_ANCHOR}`
  const begun = useBegun(projectId)
  const [asked, setAsked] = useState(begun || isNamed)
  const isOpen = collapsed === null || asked
  // Until then the reader is at the brief, or at the requested changes. Opened by hand, it loads at once.
  const [stands, setStands] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    whenPageStands(() => setStands(true), leaving.signal)
    return () => leaving.abort()
  }, [])
  const [shown, setShown] = useState(false)
  if (isOpen && (asked || stands) && !shown) setShown(true)
  const body = useId()
  useAnchor(DELIVER_ANCHOR)

  return (
    <section id={DELIVER_ANCHOR} className="card" aria-label={title} onInput={() => setAsked(true)}>
      {collapsed === null ? null : (
        <h2 className={styles.fold}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={body}
            onClick={() => setAsked((now) => !now)}
          >
            <span>
              {title}
              <span className={`sm muted ${styles.why}`}>{collapsed}</span>
            </span>
            <ChevronDown className={styles.chevron} size={18} aria-hidden="true" />
          </button>
        </h2>
      )}
      <div id={body} hidden={!isOpen}>
        {shown ? (
          <DeliverableForm
            projectId={projectId}
            deadline={deadline}
            hasBrief={hasBrief}
            title={collapsed === null ? title : null}
            onSent={() => setAsked(false)}
          />
        ) : isOpen ? (
          <div className={styles.formPlace}>
            <Loading />
          </div>
        ) : null}
      </div>
    </section>
  )
}

/** Whether something was typed or partly sent before a reload: no one should have to look for it. */
function useBegun(projectId: string): boolean {
  const userId = useAuth().user?.id ?? ''
  const { post_url, notes, answers, checks } = useRestored(deliveryDraft(projectId), {
    post_url: '',
    notes: '',
    answers: {},
    checks: {},
  })
  const [uploads] = useState(() =>
    import.meta.env.SSR
      ? []
      : unfinishedUploads(localStorage, { bucket: 'deliverable-files', projectId, userId }),
  )
  const [kept] = useState(() => restoreFiles(userId, projectId))
  if (kept.file !== '' || kept.screenshot !== '') return true
  const said = Object.keys(answers).length + Object.keys(checks).length
  return post_url !== '' || notes !== '' || said > 0 || uploads.length > 0
}
