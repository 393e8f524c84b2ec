import { type ReactNode, use } from 'react'
import { formatUsd } from '#contract/money.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { Tag } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lowestPrice } from './lowest-price.ts'
import { piecesOf } from './piece.ts'
import { Pieces } from './Pieces.tsx'
import { ProfileFace } from './ProfileFace.tsx'
import styles from './Profile.module.css'
import { ProfilePackages } from './ProfilePackages.tsx'
import { SocialList } from './SocialList.tsx'

interface Props {
  profile: ShownProfile
  /** The owner's actions. */
  action: ReactNode
  /** The figures from their deals. */
  record: ReactNode
  /** A brand's actions; null for everyone else. */
  acts: ReactNode
  /** Links that lead someone who is not signed in to the same actions; null for everyone else. */
  visitor: ReactNode
  /** The reviews by brands after their deals. */
  reviews: ReactNode
}

/** A creator's public page: face, price, links and rates beside name, words and portfolio. */
export function CreatorProfile({ profile, action, record, acts, visitor, reviews }: Props) {
  const { origin } = use(PageFactsContext)
  const rates = Object.entries(profile.rates)
  const lowest = lowestPrice(profile)
  const pieces = piecesOf(profile, origin)
  return (
    <div className={styles.profile}>
      <aside className={styles.side}>
        <ProfileFace name={profile.name} src={profile.avatar_url} />
        <div className={styles.rail}>
          <div className={styles.acts} data-acts={acts ? '' : undefined}>
            {lowest === null ? null : (
              <p className={styles.from}>
                From <span className="num">{formatUsd(lowest)}</span>
              </p>
            )}
            {acts ? <div className={styles.buttons}>{acts}</div> : null}
            {visitor ? (
              <div className={styles.buttons} data-signed-out="">
                {visitor}
              </div>
            ) : null}
          </div>
          <SocialList links={profile.social_links} />
          {rates.length > 0 ? (
            <section className={styles.rates}>
              <h2>Rates</h2>
              <dl>
                {rates.map(([service, amount]) => (
                  <div key={service}>
                    <dt>{service}</dt>
                    <dd>{formatUsd(amount)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ) : null}
        </div>
      </aside>
      <div className={styles.main}>
        <div className={styles.head}>
          <div className={styles.nameLine}>
            <h1 className={styles.name}>{profile.name}</h1>
            {action}
          </div>
          <p className={styles.kind}>Creator</p>
          {record}
          {profile.bio ? <p className={styles.words}>{profile.bio}</p> : null}
          {profile.niches.length > 0 ? (
            <div className={styles.niches}>
              {profile.niches.map((niche) => (
                <Tag key={niche}>{niche}</Tag>
              ))}
            </div>
          ) : null}
        </div>
        <ProfilePackages profile={profile} />
        <section className={styles.portfolio}>
          <h2>Portfolio</h2>
          {pieces.length > 0 ? (
            <div className={styles.pieces}>
              <Pieces
                pieces={pieces}
                owner={profile.name}
                profileId={profile.id}
                sizes="(max-width: 719px) 50vw, 280px"
              />
            </div>
          ) : (
            <div className={styles.none}>
              <EmptyState title="Nothing in the portfolio yet" />
            </div>
          )}
        </section>
        {reviews}
      </div>
    </div>
  )
}
