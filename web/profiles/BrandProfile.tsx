import type { ReactNode } from 'react'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { Time } from '#web/ui/Time.tsx'
import { brandWords as words } from './brand-words.ts'
import { hostOf, safeHref } from './links.ts'
import { ProfileFace } from './ProfileFace.tsx'
import styles from './Profile.module.css'
import { SocialList } from './SocialList.tsx'

interface Props {
  profile: ShownProfile
  /** The owner's actions. */
  action: ReactNode
  /** The figures from their deals. */
  record: ReactNode
  /** Its open projects, for readers who may see them. */
  projects: ReactNode
  /** The reviews by creators after their deals. */
  reviews: ReactNode
}

/** A brand's public page: logo, description, links, completed projects and open ones. */
export function BrandProfile({ profile, action, record, projects, reviews }: Props) {
  const name = profile.company_name || profile.name
  const website = profile.website ? safeHref(profile.website) : undefined
  return (
    <div className={styles.profile}>
      <aside className={styles.side}>
        <ProfileFace name={name} src={profile.avatar_url} shop />
        <SocialList links={profile.social_links} />
      </aside>
      <div className={styles.main}>
        <div className={styles.head}>
          <div className={styles.nameLine}>
            <h1 className={styles.name}>{name}</h1>
            {action}
          </div>
          <p className={styles.kind}>Brand</p>
          {record}
          {profile.brand_description ? (
            <p className={styles.words}>{profile.brand_description}</p>
          ) : null}
        </div>
        <dl className={`kv ${styles.facts}`}>
          {profile.company_name ? (
            <>
              <dt>Contact</dt>
              <dd>{profile.name}</dd>
            </>
          ) : null}
          {profile.industry ? (
            <>
              <dt>Industry</dt>
              <dd>{profile.industry}</dd>
            </>
          ) : null}
          {profile.website && website ? (
            <>
              <dt>Website</dt>
              <dd>
                <a className="link" href={website} target="_blank" rel="noreferrer nofollow">
                  {hostOf(profile.website)}
                </a>
              </dd>
            </>
          ) : null}
          <dt>{words.completed}</dt>
          <dd className="num">{words.completedCount(profile.completed_projects ?? 0)}</dd>
          <dt>Member since</dt>
          <dd>
            <Time value={profile.created_at} />
          </dd>
        </dl>
        {projects}
        {reviews}
      </div>
    </div>
  )
}
