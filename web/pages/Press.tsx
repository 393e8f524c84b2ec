import { Download } from 'lucide-react'
import { SUPPORT_ANSWER_TEXT } from '#contract/promises.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { brand } from '#web/page/brand.ts'
import { Button } from '#web/ui/Button.tsx'
import { comingSoon } from '#web/ui/coming-soon.ts'
import styles from './pages.module.css'
import { StaticPage } from './StaticPage.tsx'

const releases = [
  {
    title: `${brand.name} opens early access to shops and creators`,
    date: 'November 3, 2026',
    summary:
      'The marketplace that holds a project’s money in escrow until the work is approved opens its doors.',
  },
  {
    title: `${brand.name} limits every review to ${REVIEW_WINDOW_TEXT}`,
    date: 'August 18, 2026',
    summary:
      'A delivered piece of work is approved or sent back within a week, so no finished project hangs in the air.',
  },
  {
    title: `${brand.name} keeps creators’ work out of AI training`,
    date: 'May 6, 2026',
    summary: 'The terms rule out training on delivered content unless both sides agree in writing.',
  },
]

const mediaKit = [
  { name: 'Logo pack', text: 'Mark and lock-up, light, dark and one color' },
  { name: 'Brand guidelines', text: 'Color, type, and how the key is used' },
  { name: 'Headshots', text: 'Portraits of the founding team' },
  { name: 'Product screenshots', text: 'The main screens, both themes' },
]

/** SPEC §2: three releases, a media kit whose buttons do nothing yet, and the press contact. */
export function Press() {
  return (
    <StaticPage
      title="Press"
      lead={`News about ${brand.name}, pictures to print with it, and a person to ask.`}
    >
      <div className={styles.body}>
        <section>
          <h2>Press releases</h2>
          <ul className={styles.rows}>
            {releases.map((release) => (
              <li key={release.title} className={styles.rowItem}>
                <div className="stack" style={{ gap: 'var(--space-1-5)' }}>
                  <span className="sm faint num">{release.date}</span>
                  <h3>{release.title}</h3>
                  <p>{release.summary}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Media kit</h2>
          <ul className={styles.rows}>
            {mediaKit.map((item) => (
              <li key={item.name} className={styles.rowItem}>
                <h3>{item.name}</h3>
                <p>{item.text}</p>
                <Button onClick={comingSoon} aria-label={`Download: ${item.name}`}>
                  <Download aria-hidden="true" />
                  Download
                </Button>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Press contact</h2>
          <p>
            Write to{' '}
            <a className="link" href={`mailto:${brand.pressEmail}`}>
              {brand.pressEmail}
            </a>
            . We respond within {SUPPORT_ANSWER_TEXT}.
          </p>
        </section>
      </div>
    </StaticPage>
  )
}
