import { brand } from '#web/page/brand.ts'
import styles from './pages.module.css'
import { StaticPage } from './StaticPage.tsx'

const values = [
  {
    name: 'Trust',
    text: 'Money and work change hands only when both sides can see what happens. Every step of a project is dated and visible to the two people in it.',
  },
  {
    name: 'Authenticity',
    text: 'A person with a product in their hands says more than a generated picture of one. We build for people who make things, and say so plainly when something is not made by a person.',
  },
  {
    name: 'Innovation',
    text: 'New tools should make an honest deal easier: an escrow that anyone understands, a review that cannot drag on, a price that is never a surprise.',
  },
]

/** SPEC §2: mission, founded 2024, three values. */
export function About() {
  return (
    <StaticPage
      title={`About ${brand.name}`}
      lead="A cartwright joins boards into something that carries a load. We do the same for shops and creators."
    >
      <div className={styles.body}>
        <section>
          <h2>Our mission</h2>
          <p>
            Independent shops need pictures and films of their products that people believe.
            Creators who can make them need work that pays what was agreed, when it was agreed. Our
            mission is to join the two by a fair deal: a clear brief, a price the creator sets, and
            money that waits in escrow until the work is approved.
          </p>
        </section>
        <section>
          <h2>How we came here</h2>
          <p>
            {brand.name} was founded in 2024. It began with a simple observation: most disagreements
            between a brand and a creator are about two questions, who moves next and where the
            money is. So those are the two things every screen of ours answers first.
          </p>
        </section>
        <section>
          <h2>What we hold to</h2>
          <dl className={styles.values}>
            {values.map((value) => (
              <div key={value.name}>
                <dt>{value.name}</dt>
                <dd>{value.text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </StaticPage>
  )
}
