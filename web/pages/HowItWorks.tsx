import { Check } from 'lucide-react'
import type { FeeWords } from '#contract/fee-words.ts'
import { type ReviewSentence, REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { useReviewWords } from '#web/page/use-review-words.ts'
import { joining } from '#web/auth/auth-state.ts'
import { useFeeWords } from '#web/page/use-fee-words.ts'
import { paths } from '#contract/paths.ts'
import { Board, Boards, KeyPlate } from '#web/ui/Boards.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import styles from './pages.module.css'
import { StaticPage } from './StaticPage.tsx'

const stepsOf = (
  say: FeeWords,
): readonly { title: string; text: string; adds?: ReviewSentence }[] => [
  {
    title: 'Choose Your Role',
    text: 'Join as a brand when you need content for your shop, or as a creator when you make it. A brand writes a project with a budget and a deadline; a creator shows their work, their niches and their rates.',
  },
  {
    title: 'Connect & Collaborate',
    text: 'Creators browse active projects and apply with a message and their own price. Brands compare applications, or find a creator and invite them. The moment one is accepted, a conversation opens beside the project.',
  },
  {
    title: 'Secure Payment',
    text: 'The brand pays the agreed price by card before the work starts. The money is held in escrow: both sides can see it, and nobody can use it until the deliverables are approved.',
  },
  {
    title: 'Deliver Results',
    adds: 'silence',
    text: `The creator uploads the work. The brand approves it, or says what to change, within ${REVIEW_WINDOW_TEXT}. On approval the payment is released: ${say('creator')} to the creator, ${say('fee')} to the platform.`,
  },
]

const forBrands = [
  'Real people filming real products, not generated ads',
  'You see a portfolio and a price before you choose',
  'You pay only for work you approve',
  'Revision rounds, with your note attached to the file',
  'A licence to use the approved content, as long as you agreed',
]

const forCreators = (say: FeeWords) => [
  `You set your own price and keep ${say('creator')} of it`,
  'The money is held before you start',
  `A review takes at most ${REVIEW_WINDOW_TEXT}`,
  'Invitations from brands that looked at your work',
  'Payouts to your own account',
  // The table of contract/payout-countries.ts, in words.
  'Paid in the United States, Canada, the United Kingdom, Switzerland and the European Economic Area',
]

/** SPEC §2: four steps, the benefits for either side, and the two calls to action. */
export function HowItWorks() {
  const words = useReviewWords()
  const say = useFeeWords()
  return (
    <StaticPage
      title="How It Works"
      lead="One project joins a shop and a creator. These are its four steps, and what happens to the money at each."
      wide
    >
      <ol className={styles.stops}>
        {stepsOf(say).map((step, index) => (
          <li key={step.title}>
            <span className={styles.stopNumber} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h2>{step.title}</h2>
              <p>
                {step.text}
                {step.adds ? ` ${words(step.adds)}` : ''}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <Boards className={styles.benefits}>
        <Board className={styles.benefit}>
          <Benefits title="For brands" items={forBrands} />
          <ButtonLink variant="on-board" size="lg" to={paths.auth} state={joining()}>
            Join Now
          </ButtonLink>
        </Board>
        <Board clay className={styles.benefit}>
          <Benefits title="For creators" items={forCreators(say)} />
          <ButtonLink variant="on-clay" size="lg" to={paths.projects}>
            Browse Projects
          </ButtonLink>
        </Board>
        <KeyPlate />
      </Boards>
    </StaticPage>
  )
}

function Benefits({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Check aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
    </>
  )
}
