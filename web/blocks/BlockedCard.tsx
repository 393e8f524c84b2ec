import type { BlockedPerson } from '#contract/block-schemas.ts'
import { messageOf } from '#web/api/errors.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './BlockedCard.module.css'
import { blockWords as words } from './block-words.ts'
import { useBlockedPeople, useChangeBlock } from './use-blocks.ts'

/** Lists the people the reader has blocked, each with a way to unblock them. */
export function BlockedCard() {
  const query = useBlockedPeople()
  return (
    <section className="card pad" aria-labelledby="blocked">
      <h2 id="blocked">{words.heading}</h2>
      <p className="sm muted">{words.intro}</p>
      <LoadedList
        query={query}
        pending={<Skeleton height={56} />}
        empty={<p className={styles.none}>{words.none}</p>}
      >
        {(people) => (
          <>
            <ul className={styles.list}>
              {people.map((one) => (
                <Row key={one.id} one={one} />
              ))}
            </ul>
            <MoreRows query={query} />
          </>
        )}
      </LoadedList>
    </section>
  )
}

function Row({ one: { person, created_at: since } }: { one: BlockedPerson }) {
  const change = useChangeBlock(person.id)
  const name = person.company_name ?? person.name
  const undo = () =>
    change.mutate(false, {
      onSuccess: () => toast.success(words.unblocked(name)),
      onError: (failure) => toast.error(messageOf(failure)),
    })
  return (
    <li className={styles.row}>
      <Avatar
        name={name}
        src={person.avatar_url}
        kind={person.role === 'seller' ? 'shop' : 'person'}
        size={44}
      />
      <div className={styles.about}>
        <div className="strong">{name}</div>
        <div className="sm muted">
          {words.since} <Time value={since} />
        </div>
      </div>
      <Button busy={change.isPending} busyText={words.unblocking} onClick={undo}>
        {words.unblock}
        <span className="sr"> {name}</span>
      </Button>
    </li>
  )
}
