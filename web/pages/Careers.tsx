import { brand } from '#web/page/brand.ts'
import { Button } from '#web/ui/Button.tsx'
import { comingSoon } from '#web/ui/coming-soon.ts'
import styles from './pages.module.css'
import { StaticPage } from './StaticPage.tsx'

const positions = [
  {
    title: 'Senior Full Stack Developer',
    department: 'Engineering',
    location: 'Remote',
    type: 'Full-time',
  },
  {
    title: 'Product Marketing Manager',
    department: 'Marketing',
    location: 'Ann Arbor, MI',
    type: 'Full-time',
  },
  {
    title: 'Customer Success Specialist',
    department: 'Customer Success',
    location: 'Remote',
    type: 'Full-time',
  },
]

/** SPEC §2: three positions; Apply Now does nothing yet, but the mail address works. */
export function Careers() {
  return (
    <StaticPage
      title="Careers"
      lead="We are a small team that cares how things are joined. If you do too, have a look at what is open."
    >
      <div className={styles.body}>
        <section>
          <h2>Open positions</h2>
          <ul className={styles.rows}>
            {positions.map((position) => (
              <li key={position.title} className={styles.rowItem}>
                <h3>{position.title}</h3>
                <div className="meta">
                  <span>{position.department}</span>
                  <span>{position.location}</span>
                  <span>{position.type}</span>
                </div>
                <Button
                  variant="tonal"
                  onClick={comingSoon}
                  aria-label={`Apply Now: ${position.title}`}
                >
                  Apply Now
                </Button>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Nothing that fits?</h2>
          <p>
            Write to{' '}
            <a className="link" href={`mailto:${brand.careersEmail}`}>
              {brand.careersEmail}
            </a>{' '}
            and tell us what you make and how you like to work.
          </p>
        </section>
      </div>
    </StaticPage>
  )
}
