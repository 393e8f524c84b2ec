import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { useAuth } from '#web/api/session.tsx'
import { usePageHead } from '#web/page/head.ts'
import { paths } from '#contract/paths.ts'
import { PaymentMethodsCard } from '#web/payment-methods/PaymentMethodsCard.tsx'
import { PaymentSetupCard } from '#web/payouts/PaymentSetupCard.tsx'
import { movedTo } from '#web/settings/moved-links.ts'
import { SettingsFrame } from '#web/settings/SettingsFrame.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { BrandCard } from './BrandCard.tsx'
import { CreatorCard } from './CreatorCard.tsx'
import { hostOf } from './links.ts'
import { ListedBy } from './ListedBy.tsx'
import styles from './OwnProfile.module.css'

/** /profile: one's own profile with its money card: payouts for creators, cards for sellers (SPEC §2). */
export function OwnProfileScreen() {
  const { status, profile } = useAuth()
  usePageHead({ title: 'Profile' })
  const moved = movedTo(useLocation())
  const missing = status === 'signed_in' && profile === null
  useEffect(() => {
    if (missing) toast.error('Failed to load profile')
  }, [missing])
  if (!profile) {
    return status === 'loading' ? (
      <Loading page />
    ) : (
      <div className="wrap page">
        <div className="page-head">
          <div>
            <h1>Profile</h1>
            <p>Please log in to view your profile</p>
          </div>
        </div>
      </div>
    )
  }
  if (moved) return <Navigate to={moved} replace />
  const creator = profile.role === 'creator'
  return (
    <SettingsFrame role={profile.role}>
      <div className="page-head">
        <div>
          <h1>{creator ? 'Creator Profile' : 'Seller Profile'}</h1>
          <p>{profile.email}</p>
        </div>
        <div className={styles.buttons}>
          {creator ? <ButtonLink to={paths.packages}>Packages</ButtonLink> : null}
          <ButtonLink to={paths.publicProfile(profile.id)}>View Public Profile</ButtonLink>
          <ButtonLink variant="primary" to={paths.editProfile}>
            Edit Profile
          </ButtonLink>
        </div>
      </div>
      <div className={styles.grid}>
        <div className={styles.main}>
          {creator ? <PaymentSetupCard /> : <PaymentMethodsCard />}
          <Details profile={profile} />
        </div>
        <aside className={styles.rail} aria-label="Preview">
          <h2>{creator ? 'How brands see you in search' : 'How creators see you'}</h2>
          {creator ? <CreatorCard creator={profile} /> : <BrandCard brand={profile} />}
          {creator ? <ListedBy /> : null}
        </aside>
      </div>
    </SettingsFrame>
  )
}

/** The profile's content, and the fields that are still missing. */
function Details({ profile }: { profile: OwnProfile }) {
  const creator = profile.role === 'creator'
  return (
    <section className="card pad" aria-labelledby="profile-details">
      <h2 id="profile-details">{creator ? 'About you' : 'Brand Information'}</h2>
      <dl className={`kv ${styles.details}`}>
        <Line label={creator ? 'Name' : 'Contact Name'}>{profile.name}</Line>
        {creator ? (
          <>
            <Line label="Bio">{profile.bio}</Line>
            <Line label="Niches">{profile.niches.join(', ')}</Line>
            <Line label="Social links">{count(Object.keys(profile.social_links).length)}</Line>
            <Line label="Portfolio">{count(profile.portfolio_urls.length)}</Line>
            <Line label="Rates">{count(Object.keys(profile.rates).length)}</Line>
            <Line label="Packages">
              {profile.package_from === null ? null : `From ${formatUsd(profile.package_from)}`}
            </Line>
          </>
        ) : (
          <>
            <Line label="Company Name">{profile.company_name}</Line>
            <Line label="Website">{profile.website ? hostOf(profile.website) : null}</Line>
            <Line label="Industry">{profile.industry}</Line>
            <Line label="Description">{profile.brand_description}</Line>
          </>
        )}
      </dl>
    </section>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={styles.value}>{children || <span className="faint">Not added yet</span>}</dd>
    </>
  )
}

function count(number: number): string {
  return number === 0 ? '' : String(number)
}
