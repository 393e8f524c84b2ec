import { useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import { NO_SUCH_PROFILE } from '#contract/profiles.ts'
import { isGone } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import type { AuthState } from '#web/auth/auth-state.ts'
import { usePageHead } from '#web/page/head.ts'
import { Unjoined } from '#web/page/Unjoined.tsx'
import { paths } from '#contract/paths.ts'
import { FailedPage } from '#web/loading/FailedPage.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { TrackRecord } from '#web/track-records/TrackRecord.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { BrandProfile } from './BrandProfile.tsx'
import { CreatorProfile } from './CreatorProfile.tsx'
import { usePublicProfile } from './use-profiles.ts'

/** For brands only: loaded lazily, so that the page is lighter for everyone else. */
const CreatorActs = lazyComponent(
  async () => (await import('./CreatorActs.tsx')).CreatorActs,
  null,
  'seller',
)

const BrandProjects = lazyComponent(
  async () => (await import('./BrandProjects.tsx')).BrandProjects,
  null,
  'members',
)

const ProfileReviews = lazyComponent(
  async () => (await import('#web/reputation/ProfileReviews.tsx')).ProfileReviews,
)

const PersonActs = lazyComponent(
  async () => (await import('#web/blocks/PersonActs.tsx')).PersonActs,
  null,
  'members',
)

const BlockedProfile = lazyComponent(
  async () => (await import('#web/blocks/BlockedProfile.tsx')).BlockedProfile,
  null,
  'nobody',
)

/** Whether the code runs in a browser never changes. */
const never = () => () => undefined

/** /profile/{userId}: the public page of a creator or a brand (SPEC §2). */
export function PublicProfileScreen() {
  const { userId = '' } = useParams()
  const { user, role } = useAuth()
  const query = usePublicProfile(userId)
  const profile = query.data
  // The server cannot render lazy parts: React would report the rendered page as failed.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const missing = query.isError && isGone(query.error)
  usePageHead({
    title: missing
      ? 'Profile Not Found'
      : profile
        ? profile.company_name || profile.name
        : 'Profile',
  })

  if (missing) {
    return (
      <Unjoined
        title="Profile Not Found"
        text={NO_SUCH_PROFILE}
        action={
          <>
            {isInBrowser && user ? <BlockedProfile id={userId} /> : null}
            <ButtonLink variant="primary" size="lg" to={paths.home}>
              Return to Home
            </ButtonLink>
          </>
        }
      />
    )
  }
  if (!profile && query.isError)
    return <FailedPage heading="Profile" query={query} failed={() => 'Failed to load profile'} />
  if (!profile) return <Loading page />
  const edit =
    user?.id === profile.id ? <ButtonLink to={paths.editProfile}>Edit Profile</ButtonLink> : null
  const record = <TrackRecord record={profile.record} isOwn={user?.id === profile.id} />
  const reviews = isInBrowser ? (
    <ProfileReviews
      key={profile.id}
      profileId={profile.id}
      name={profile.company_name ?? profile.name}
    />
  ) : null
  return (
    <div className="page wrap public">
      {profile.role === 'creator' ? (
        <CreatorProfile
          profile={profile}
          action={edit}
          record={record}
          acts={role === 'seller' ? <CreatorActs creator={profile} /> : null}
          visitor={
            // Rendered by the server for everyone; a style hides it from anyone with a session.
            role === null ? (
              <ButtonLink
                variant="primary"
                to={paths.auth}
                state={{ returnPath: paths.publicProfile(profile.id) } satisfies AuthState}
              >
                Invite<span className="sr"> {profile.name}</span>
              </ButtonLink>
            ) : null
          }
          reviews={reviews}
        />
      ) : (
        <BrandProfile
          profile={profile}
          action={edit}
          record={record}
          projects={user ? <BrandProjects brandId={profile.id} /> : null}
          reviews={reviews}
        />
      )}
      {isInBrowser && user && user.id !== profile.id ? (
        <div data-later="">
          <PersonActs
            person={{ id: profile.id, name: profile.company_name ?? profile.name }}
            or={
              profile.avatar_url === null
                ? undefined
                : { subject: 'picture', id: profile.id, picture: profile.avatar_url }
            }
          />
        </div>
      ) : null}
    </div>
  )
}
