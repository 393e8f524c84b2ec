import { paths } from '#contract/paths.ts'
import { EMPTY_LISTS } from '#web/creator-lists/list-words.ts'
import { useSelection } from '#web/creator-lists/selection.ts'
import { useLastDeals } from '#web/creator-lists/use-creator-lists.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { type CreatorFilter, useCreators } from '#web/profiles/use-profiles.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { KeptCreator } from './KeptCreator.tsx'
import { ListActs } from './ListActs.tsx'
import styles from './Lists.module.css'

interface Props {
  name: string
  filter: Pick<CreatorFilter, 'saved' | 'worked' | 'again'>
  about: 'saved' | 'worked' | 'again'
}

/** A list that maintains itself: the results of one of the brand's own searches. */
export function ListPeople({ name, filter, about }: Props) {
  const creators = useCreators(filter)
  const selection = useSelection()
  // The maximum that one call takes; creators further down have their profile instead.
  const deals = useLastDeals((creators.data ?? []).slice(0, 50).map(({ id }) => id))
  return (
    <>
      <h2 className={styles.title}>{name}</h2>
      <LoadedList
        query={creators}
        pending={<Loading />}
        empty={
          <EmptyState
            {...EMPTY_LISTS[about]}
            action={<ButtonLink to={paths.findCreators}>Find Creators</ButtonLink>}
          />
        }
      >
        {(found) => (
          <ul className={styles.rows}>
            {found.map((creator) => (
              <KeptCreator
                key={creator.id}
                creator={creator}
                selection={selection}
                deal={deals.data?.find((deal) => deal.creator_id === creator.id)}
              />
            ))}
          </ul>
        )}
      </LoadedList>
      <MoreRows query={creators} />
      <ListActs selection={selection} />
    </>
  )
}
