import { ArrowUpRight, Search, UserSearch } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import {
  CREATOR_SORTS,
  defaultCreatorSort,
  NICHES,
  PLATFORMS,
  PROFILE_LIMITS,
} from '#contract/profiles.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'
import { useAuth } from '#web/api/session.tsx'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { firstName } from '#web/conversations/names.ts'
import { FirstSteps } from '#web/first-steps/FirstSteps.tsx'
import { greeting } from '#web/first-steps/first-step-words.ts'
import { useArrival } from '#web/first-steps/use-first-steps.ts'
import { InviteDialog } from '#web/invitations/InviteDialog.tsx'
import { paths } from '#contract/paths.ts'
import { foundWords } from '#web/projects/project-words.ts'
import { SavedSearches } from '#web/saved-searches/SavedSearches.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { CreatorCard } from './CreatorCard.tsx'
import { CreatorFilters } from './CreatorFilters.tsx'
import styles from './FindCreators.module.css'
import { SaveCreator } from './SaveCreator.tsx'
import { type CreatorFilter, useCreators, usePublicProfile } from './use-profiles.ts'

/** /find-creators: sellers search creators and invite them (SPEC §2). */
export function FindCreatorsScreen() {
  const { role } = useAuth()
  usePageHead({ title: 'Find Creators' })
  return role === 'seller' ? <CreatorSearch /> : <AccessDenied only="seller" />
}

function CreatorSearch() {
  const { asked, text, setText, choice, choose, clear } = useAddressSearch(PROFILE_LIMITS.search)
  const niche = choice('niche', NICHES)
  const platform = choice('platform', PLATFORMS)
  const usual = defaultCreatorSort(asked !== '')
  const sort = (asked ? choice('sort', CREATOR_SORTS) : undefined) ?? usual
  const { key: place } = useLocation()
  const filter: CreatorFilter = {
    ...(asked ? { q: asked } : {}),
    ...(niche ? { niche } : {}),
    ...(platform ? { platform } : {}),
    ...(sort === usual ? {} : { sort }),
    ...(choice('saved', ON) ? { saved: '1' } : {}),
    ...(choice('worked', ON) ? { worked: '1' } : {}),
  }
  const creators = useCreators(filter, place)

  return (
    <div className="page wrap">
      <div className={cx('page-head', styles.head)}>
        <div className={styles.title}>
          <h1>Find Creators</h1>
          <p>Search by name or bio, then invite someone to one of your active projects.</p>
        </div>
        <div className={styles.sort}>
          <Select
            aria-label="Sort by"
            value={sort}
            onChange={(event) =>
              choose('sort', event.target.value === usual ? undefined : event.target.value)
            }
          >
            <option value="newest">Newest first</option>
            {/* Without a text nothing matches better than anything else. */}
            {asked ? <option value="relevance">Best match</option> : null}
          </Select>
        </div>
      </div>
      <Newcomer />
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
        <CreatorFilters filter={filter} choose={choose} />
      </div>
      <SavedSearches
        search={{ about: 'creators', q: filter.q, niche, platform }}
        narrowed={asked !== '' || niche !== undefined || platform !== undefined}
      />
      <Results creators={creators} isOnlySaved={isOnlySaved(filter)} onClear={clear} />
      <PostedInvitation />
    </div>
  )
}

/** The invitation for which a project was posted first: the address names the creator and the project. */
function PostedInvitation() {
  const [search, setSearch] = useSearchParams()
  const creatorId = search.get('invite')
  return creatorId ? (
    <InviteNamed
      creatorId={creatorId}
      projectId={search.get('project') ?? undefined}
      onClose={() =>
        setSearch(
          (now) => {
            now.delete('invite')
            now.delete('project')
            return now
          },
          { replace: true },
        )
      }
    />
  ) : null
}

interface NamedProps {
  creatorId: string
  projectId: string | undefined
  onClose: () => void
}

function InviteNamed({ creatorId, projectId, onClose }: NamedProps) {
  const { data: creator } = usePublicProfile(creatorId)
  return creator?.role === 'creator' ? (
    <InviteDialog creator={creator} projectId={projectId} onClose={onClose} />
  ) : null
}

/** This is where brands land: a first visit is greeted here, with what is to be set up. */
function Newcomer() {
  const { profile } = useAuth()
  useArrival()
  const isFirst = profile !== null && profile.visit !== 'returning'
  return (
    <FirstSteps
      side="seller"
      {...(isFirst ? { title: greeting(profile.visit, firstName(profile.name)) } : {})}
    />
  )
}

/** The values of a filter that is on or off. */
const ON = ['1'] as const

const isOnlySaved = ({ sort: _sort, saved, ...others }: CreatorFilter) =>
  saved === '1' && Object.keys(others).length === 0

interface ResultsProps {
  creators: ReturnType<typeof useCreators>
  isOnlySaved: boolean
  onClear: () => void
}

function Results({ creators, isOnlySaved, onClear }: ResultsProps) {
  const [invited, setInvited] = useState<PublicProfile | null>(null)
  return (
    <>
      <p className={cx('sr', creators.isPlaceholderData && 'stale')} role="status">
        {foundWords(creators.first, 'creator')}
      </p>
      <LoadedList
        query={creators}
        pending={
          <SkeletonGroup className={styles.grid}>
            {[0, 1, 2].map((place) => (
              <Skeleton key={place} height={400} radius="var(--radius-lg)" />
            ))}
          </SkeletonGroup>
        }
        empty={
          <EmptyState
            icon={UserSearch}
            title={isOnlySaved ? 'You have saved no one yet' : 'No creators match'}
            text={
              isOnlySaved
                ? 'The heart on a creator’s card keeps them here. Only you see it.'
                : 'Try another word, niche or platform.'
            }
            action={<Button onClick={onClear}>Show all creators</Button>}
          />
        }
      >
        {(found) => {
          // Only a first page that is also the last one contains near matches.
          const exact = found.length - (creators.first?.near ?? 0)
          const near = found.slice(exact)
          return (
            <>
              <Cards creators={found.slice(0, exact)} onInvite={setInvited} />
              {near.length > 0 ? (
                <p className={styles.near}>
                  {exact === 0
                    ? 'No one has exactly these words. These come close:'
                    : 'These come near:'}
                </p>
              ) : null}
              <Cards creators={near} onInvite={setInvited} />
              <MoreRows
                query={creators}
                end={found.length > PROFILE_LIMITS.page ? 'These are all of them.' : undefined}
              />
            </>
          )
        }}
      </LoadedList>
      {invited ? (
        <InviteDialog key={invited.id} creator={invited} onClose={() => setInvited(null)} />
      ) : null}
    </>
  )
}

interface CardsProps {
  creators: readonly PublicProfile[]
  onInvite: (creator: PublicProfile) => void
}

function Cards({ creators, onInvite }: CardsProps) {
  if (creators.length === 0) return null
  return (
    <div className={styles.grid}>
      {creators.map((creator) => (
        <CreatorCard
          key={creator.id}
          creator={creator}
          corner={<SaveCreator creator={creator} as="corner" />}
          actions={<Actions creator={creator} onInvite={() => onInvite(creator)} />}
        />
      ))}
    </div>
  )
}

function Actions({ creator, onInvite }: { creator: PublicProfile; onInvite: () => void }) {
  return (
    <>
      <Button variant="tonal" onClick={onInvite}>
        Invite<span className="sr"> {creator.name}</span>
      </Button>
      <ButtonLink to={paths.publicProfile(creator.id)} target="_blank">
        View Profile<span className="sr"> of {creator.name}, opens in a new tab</span>
        <ArrowUpRight size={15} aria-hidden="true" />
      </ButtonLink>
    </>
  )
}
