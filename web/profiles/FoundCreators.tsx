import { ArrowUpRight, UserSearch } from 'lucide-react'
import { memo, startTransition, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { PROFILE_LIMITS } from '#contract/profiles.ts'
import type { FoundCreator, PublicProfile } from '#contract/profile-schemas.ts'
import { SelectCreator } from '#web/creator-lists/SelectCreator.tsx'
import { type Selection, useSelection } from '#web/creator-lists/selection.ts'
import { LazyInviteDialog } from '#web/invitations/LazyInviteDialog.tsx'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { foundWords } from '#web/projects/project-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { CreatorCard } from './CreatorCard.tsx'
import styles from './FindCreators.module.css'
import { SaveCreator } from './SaveCreator.tsx'
import type { useCreators } from './use-profiles.ts'

/** Not rendered before the first one is chosen. */
const SelectionBar = lazyComponent(
  async () => (await import('#web/creator-lists/SelectionBar.tsx')).SelectionBar,
  null,
  'nobody',
)

interface Props {
  creators: ReturnType<typeof useCreators>
  isOnlySaved: boolean
  onClear: () => void
}

/** The results of a search: exact matches first, then near matches. Each card can invite its creator. */
export function FoundCreators(props: Props) {
  const [invited, setInvited] = useState<PublicProfile | null>(null)
  return (
    <>
      {/* The press is painted first: rendering the dialog's form takes a slow phone 0.1 s. */}
      <Found {...props} onInvite={(creator) => startTransition(() => setInvited(creator))} />
      {invited ? (
        <LazyInviteDialog key={invited.id} creator={invited} onClose={() => setInvited(null)} />
      ) : null}
    </>
  )
}

interface FoundProps extends Props {
  onInvite: (creator: PublicProfile) => void
}

/**
 * Not rendered again when a press opens the invitation: rendering two dozen cards takes a slow phone a tenth of a
 * second.
 */
const Found = memo(({ creators, isOnlySaved, onClear, onInvite }: FoundProps) => {
  const selection = useSelection()
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
              <Cards
                creators={found.slice(0, exact)}
                selection={selection}
                onInvite={onInvite}
                first={FIRST_ROW}
              />
              {near.length > 0 ? (
                <p className={styles.near}>
                  {exact === 0
                    ? 'No one has exactly these words. These come close:'
                    : 'These come near:'}
                </p>
              ) : null}
              <Cards creators={near} selection={selection} onInvite={onInvite} />
              <MoreRows
                query={creators}
                end={found.length > PROFILE_LIMITS.page ? 'These are all of them.' : undefined}
              />
            </>
          )
        }}
      </LoadedList>
      {selection.chosen.length > 0 ? <SelectionBar selection={selection} /> : null}
    </>
  )
})

/** The number of cards in the widest grid's first row. */
const FIRST_ROW = 3

interface CardsProps extends Pick<FoundProps, 'onInvite'> {
  selection: Selection
  creators: readonly FoundCreator[]
  /** This many cards at the start are above the fold. */
  first?: number
}

function Cards({ creators, selection, onInvite, first = 0 }: CardsProps) {
  if (creators.length === 0) return null
  return (
    <div className={styles.grid}>
      {creators.map((creator, index) => (
        <CreatorCard
          key={creator.id}
          first={index < first}
          late={index >= first}
          creator={creator}
          record={creator.record}
          corner={
            <>
              <SelectCreator creator={creator} selection={selection} as="corner" />
              <SaveCreator creator={creator} as="corner" />
            </>
          }
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
