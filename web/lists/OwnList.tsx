import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CreatorList } from '#contract/creator-list-schemas.ts'
import { paths } from '#contract/paths.ts'
import { EMPTY_LISTS, listWords as say } from '#web/creator-lists/list-words.ts'
import { type Chosen, useSelection } from '#web/creator-lists/selection.ts'
import { useListedCreators, useRemoveList } from '#web/creator-lists/use-creator-lists.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { KeptCreator } from './KeptCreator.tsx'
import { KeptNote } from './KeptNote.tsx'
import { ListActs } from './ListActs.tsx'
import styles from './Lists.module.css'

const NameListDialog = lazyComponent(
  async () => (await import('./NameListDialog.tsx')).NameListDialog,
  null,
  'nobody',
)

/** One of the brand's own lists: its creators with their notes, and the actions for all of them. */
export function OwnList({ list }: { list: CreatorList }) {
  const navigate = useNavigate()
  const people = useListedCreators(list.id)
  const selection = useSelection(people.data)
  const remove = useRemoveList()
  const [asking, setAsking] = useState<'rename' | 'remove' | null>(null)
  const close = () => setAsking(null)
  const rest = (people.data ?? []).filter(({ id }) => !selection.has(id))
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{list.name}</h2>
        {rest.length > 0 && !selection.isFull ? (
          <Button
            variant="quiet"
            onClick={() =>
              rest.forEach(({ creator }) => selection.toggle(creator satisfies Chosen))
            }
          >
            Select all
          </Button>
        ) : null}
        <Button variant="quiet" onClick={() => setAsking('rename')}>
          Rename
        </Button>
        <Button variant="quiet" onClick={() => setAsking('remove')}>
          Remove list
        </Button>
      </div>
      <LoadedList
        query={people}
        pending={<Loading />}
        empty={
          <EmptyState
            {...EMPTY_LISTS.own}
            action={<ButtonLink to={paths.findCreators}>Find Creators</ButtonLink>}
          />
        }
      >
        {(found) => (
          <ul className={styles.rows}>
            {found.map(({ id, creator, note }) => (
              <KeptCreator key={id} creator={creator} selection={selection}>
                <KeptNote listId={list.id} creator={creator} note={note} />
              </KeptCreator>
            ))}
          </ul>
        )}
      </LoadedList>
      <MoreRows query={people} />
      <ListActs selection={selection} />
      {asking === 'rename' ? <NameListDialog list={list} onClose={close} /> : null}
      <ConfirmDialog
        open={asking === 'remove'}
        title={say.remove(list.name)}
        confirm="Remove"
        destructive
        busy={remove.isPending}
        busyText="Removing..."
        onClose={close}
        onConfirm={() =>
          remove.mutate(list.id, { onSuccess: () => void navigate(paths.lists, { replace: true }) })
        }
      >
        <p>{say.removeText}</p>
      </ConfirmDialog>
    </>
  )
}
