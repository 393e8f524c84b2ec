import type { ReactNode } from 'react'
import { usePageHead } from '#web/page/head.ts'
import { joining } from '#web/auth/auth-state.ts'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import styles from './pages.module.css'

/** One numbered section of a legal text. */
export interface LegalSection {
  id: string
  title: string
  body: ReactNode
}

interface Props {
  title: string
  lead: string
  updated?: ReactNode
  sections: readonly LegalSection[]
  /** Privacy and Terms end with a get-started link (SPEC §2). */
  getStarted?: boolean
}

/** A legal text: 64 characters wide, with a sticky table of contents. */
export function LegalPage({ title, lead, updated, sections, getStarted }: Props) {
  usePageHead({ title, description: lead })
  return (
    <article className={cx('wrap wide', styles.legal)}>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {updated ? <p className={styles.updated}>{updated}</p> : null}
      </div>
      <nav className={styles.contents} aria-label="Contents">
        <h2>Contents</h2>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        <div className={styles.body}>
          {sections.map((section, index) => (
            <section key={section.id} id={section.id}>
              <h2>
                {index + 1}. {section.title}
              </h2>
              {section.body}
            </section>
          ))}
        </div>
        {getStarted ? (
          <div className={styles.end}>
            <ButtonLink variant="primary" size="lg" to={paths.auth} state={joining()}>
              Get Started
            </ButtonLink>
          </div>
        ) : null}
      </div>
    </article>
  )
}
