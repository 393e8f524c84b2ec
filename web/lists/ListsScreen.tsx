import { Heart, List, Plus, Repeat, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useAuth } from '#web/api/session.tsx'
import { listWords as say } from '#web/creator-lists/list-words.ts'
import { useCreatorLists } from '#web/creator-lists/use-creator-lists.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ListPeople } from './ListPeople.tsx'
import styles from './Lists.module.css'
import { OwnList } from './OwnList.tsx'

const NameListDialog = lazyComponent(
  async () => (await import('./NameListDialog.tsx')).NameListDialog,
  null,
  'nobody',
)

/** The lists that maintain themselves, and the search behind each of them. */
const OWN_KEEPING = [
  { list: 'saved', name: say.saved, icon: Heart, filter: { saved: '1' } },
  { list: 'worked', name: say.worked, icon: Users, filter: { worked: '1' } },
  { list: 'again', name: say.again, icon: Repeat, filter: { again: '1' } },
] as const

/** /lists and /lists/{list}: a brand's lists of creators, which no one else sees. */
export function ListsScreen() {
  const { role } = useAuth()
  usePageHead({ title: say.title })
  return role === 'seller' ? <Lists /> : <AccessDenied only="seller" />
}

function Lists() {
  const { list = 'saved' } = useParams()
  const lists = useCreatorLists()
  const [naming, setNaming] = useState(false)
  const automatic = OWN_KEEPING.find((one) => one.list === list)
  const own = lists.data?.find(({ id }) => id === list)
  const nav = useRef<HTMLElement>(null)
  const isThere = automatic !== undefined || own !== undefined
  useEffect(() => {
    if (!isThere) return
    // On phones the row is wider than the screen: the chosen list is scrolled into view.
    const row = nav.current
    const here = row?.querySelector<HTMLElement>(`[href="${paths.list(list)}"]`)
    if (row && here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
  }, [list, isThere])
  return (
    <div className="page wrap">
      <div className="page-head">
        <div>
          <h1>{say.title}</h1>
          <p>{say.subtitle}</p>
        </div>
        <ButtonLink to={paths.findCreators}>Find Creators</ButtonLink>
      </div>
      <div className={styles.page}>
        <nav ref={nav} className={styles.nav} aria-label={say.title}>
          {OWN_KEEPING.map(({ list: id, name, icon: Icon }) => (
            // The address without a list shows the first list.
            <Link
              key={id}
              to={paths.list(id)}
              className={styles.tab}
              aria-current={id === list ? 'page' : undefined}
            >
              <Icon size={16} aria-hidden="true" />
              {name}
            </Link>
          ))}
          {lists.data?.map(({ id, name, people }) => (
            <Link
              key={id}
              to={paths.list(id)}
              className={styles.tab}
              aria-current={id === list ? 'page' : undefined}
            >
              <List size={16} aria-hidden="true" />
              <span className={styles.tabName}>{name}</span>
              <span className={`num sm ${styles.people}`}>
                {people}
                <span className="sr"> creators</span>
              </span>
            </Link>
          ))}
          <Button variant="quiet" onClick={() => setNaming(true)}>
            <Plus size={16} aria-hidden="true" />
            {say.newList}
          </Button>
        </nav>
        <div className={styles.main}>
          {automatic ? (
            <ListPeople
              key={list}
              name={automatic.name}
              filter={automatic.filter}
              about={automatic.list}
            />
          ) : own ? (
            <OwnList key={own.id} list={own} />
          ) : lists.isPending ? null : lists.data === undefined ? (
            <FailedNotice query={lists} />
          ) : (
            <EmptyState
              title="This list is gone"
              action={<ButtonLink to={paths.lists}>Show all lists</ButtonLink>}
            />
          )}
        </div>
      </div>
      {naming ? <NameListDialog onClose={() => setNaming(false)} /> : null}
    </div>
  )
}
