import { ArrowUpRight, Search, UserSearch } from 'lucide-react'
import { useState } from 'react'
import { NICHES, PLATFORMS, PROFILE_LIMITS, type Niche, type Platform } from '#contract/profiles.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'
import { messageOf } from '../api/errors.ts'
import { useAuth } from '../api/session.tsx'
import { AccessDenied } from '../app/AccessDenied.tsx'
import { usePageHead } from '../app/head.ts'
import { InviteDialog } from '../invitations/InviteDialog.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PlatformIcon, platformNames } from '../ui/PlatformIcon.tsx'
import { SegmentedChoice } from '../ui/SegmentedChoice.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { CreatorCard } from './CreatorCard.tsx'
import styles from './FindCreators.module.css'
import { useCreators } from './use-profiles.ts'

/** /find-creators: sellers search creators and invite them (SPEC §2). */
export function FindCreatorsScreen() {
  const { role } = useAuth()
  usePageHead({ title: 'Find Creators' })
  return role === 'seller' ? <CreatorSearch /> : <AccessDenied />
}

const anyPlatform = 'all'
const platformOptions = [
  { value: anyPlatform, label: 'All' },
  ...PLATFORMS.map((platform) => ({
    value: platform,
    name: shortName(platform),
    label: <PlatformLabel platform={platform} />,
  })),
] as const

function CreatorSearch() {
  const [text, setText] = useState('')
  const [niche, setNiche] = useState<Niche | ''>('')
  const [platform, setPlatform] = useState<Platform | typeof anyPlatform>(anyPlatform)
  const q = useSettled(text.trim())
  const creators = useCreators({
    q: q || undefined,
    niche: niche || undefined,
    platform: platform === anyPlatform ? undefined : platform,
  })

  return (
    <div className="page wrap">
      <div className="page-head">
        <div>
          <h1>Find Creators</h1>
          <p>Search by name or bio, then invite someone to one of your active projects.</p>
        </div>
      </div>
      <div className={styles.filters} role="search">
        <div className={styles.search}>
          <TextInput
            type="search"
            aria-label="Search creators"
            placeholder="Search name or bio"
            icon={<Search size={18} />}
            maxLength={PROFILE_LIMITS.search}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <div className={styles.niche}>
          <Select
            aria-label="Niche"
            value={niche}
            onChange={(event) => setNiche(event.target.value as Niche | '')}
          >
            <option value="">All niches</option>
            {NICHES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        </div>
        <SegmentedChoice
          label="Platform"
          options={platformOptions}
          value={platform}
          onChange={setPlatform}
        />
      </div>
      <Results creators={creators} />
    </div>
  )
}

function Results({ creators }: { creators: ReturnType<typeof useCreators> }) {
  const { data, isPending, isError, error, refetch, isPlaceholderData } = creators
  const [invited, setInvited] = useState<PublicProfile | null>(null)
  if (isPending) {
    return (
      <SkeletonGroup className={styles.grid}>
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} height={400} radius="var(--radius-lg)" />
        ))}
      </SkeletonGroup>
    )
  }
  if (isError) {
    return (
      <Notice
        tone="danger"
        role="alert"
        title={messageOf(error)}
        actions={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  return (
    <>
      <p className="sr" role="status">
        {data.length === 1 ? '1 creator' : `${data.length} creators`}
      </p>
      {data.length === 0 ? (
        <EmptyState
          icon={UserSearch}
          title="No creators match"
          text="Try another word, niche or platform."
        />
      ) : (
        <div className={styles.grid} aria-busy={isPlaceholderData || undefined}>
          {data.map((creator) => (
            <CreatorCard
              key={creator.id}
              creator={creator}
              actions={
                <>
                  <Button variant="tonal" onClick={() => setInvited(creator)}>
                    Invite<span className="sr"> {creator.name}</span>
                  </Button>
                  <ButtonLink to={paths.publicProfile(creator.id)} target="_blank">
                    View Profile<span className="sr"> of {creator.name}, opens in a new tab</span>
                    <ArrowUpRight size={15} aria-hidden="true" />
                  </ButtonLink>
                </>
              }
            />
          ))}
        </div>
      )}
      {invited ? (
        <InviteDialog key={invited.id} creator={invited} onClose={() => setInvited(null)} />
      ) : null}
    </>
  )
}

/** Mark and name; the name goes where there is no room, and is still read out. */
function PlatformLabel({ platform }: { platform: Platform }) {
  return (
    <>
      <PlatformIcon platform={platform} size={16} />
      <span className="hide-m">{shortName(platform)}</span>
    </>
  )
}

function shortName(platform: Platform): string {
  return platform === 'twitter' ? 'Twitter' : (platformNames[platform] ?? platform)
}
