import { Play } from 'lucide-react'
import { useState } from 'react'
import { SITE_DESCRIPTION } from '#contract/pages.ts'
import { usePageHead } from '#web/page/head.ts'
import { joining } from '#web/auth/auth-state.ts'
import { useFeeWords } from '#web/page/use-fee-words.ts'
import { paths } from '#contract/paths.ts'
import { Board, Boards, KeyPlate } from '#web/ui/Boards.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { DemoDialog } from './DemoDialog.tsx'
import { CreatorReel, EscrowSection, PaceSection } from './features.tsx'
import styles from './Landing.module.css'
import { Stage } from './Stage.tsx'

/** The front page. Its only numbers are the fee, what the fee leaves, and 7 days (DESIGN §9). */
export function Landing() {
  usePageHead({
    title: 'Real creators, not AI ads',
    description: SITE_DESCRIPTION,
  })
  return (
    <>
      <Hero />
      <EscrowSection />
      <CreatorReel />
      <PaceSection />
      <Join />
    </>
  )
}

function Hero() {
  const [demo, setDemo] = useState(false)
  return (
    <section className={cx(styles.hero, 'wrap wide')}>
      <span className={styles.pill}>
        <i className={styles.liveDot} aria-hidden="true" />
        Early access in now live!
      </span>
      <h1>Real creators, not&nbsp;AI&nbsp;ads.</h1>
      <div className={styles.sub}>
        <p>
          Post a project for your shop. Creators apply, make the work and deliver it. Your money
          waits in escrow until you approve.
        </p>
        <div className={styles.cta}>
          <ButtonLink variant="primary" size="lg" to={paths.auth} state={joining()}>
            Get Started
          </ButtonLink>
          <Button size="lg" onClick={() => setDemo(true)}>
            <Play aria-hidden="true" />
            Watch Demo
          </Button>
        </div>
      </div>
      <Stage />
      <DemoDialog open={demo} onClose={() => setDemo(false)} />
    </section>
  )
}

function Join() {
  const kept = useFeeWords()('creator')
  return (
    <section className={cx(styles.section, 'wrap wide')}>
      <Boards className={styles.join}>
        <Board className={styles.side}>
          <img src="/art/h-parcel2.svg" alt="" loading="lazy" />
          <h2>I sell things.</h2>
          <p className={styles.onBoard}>
            Post a project with a budget and a deadline. Pay only for work you approve.
          </p>
          <ButtonLink variant="on-board" size="lg" to={paths.auth} state={joining('seller')}>
            Join as Brand
          </ButtonLink>
        </Board>
        <Board clay className={cx(styles.side, styles.sideRight)}>
          <img src="/art/h-creator-3.svg" alt="" loading="lazy" />
          <h2>I make things.</h2>
          <p>
            Set your own price, keep {kept} of it, and know the money is there before you start.
          </p>
          <ButtonLink variant="on-clay" size="lg" to={paths.auth} state={joining('creator')}>
            Join as Creator
          </ButtonLink>
        </Board>
        <KeyPlate />
      </Boards>
    </section>
  )
}
