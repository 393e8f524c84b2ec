import { useQueries } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import {
  FIGURE_NAMES,
  FIGURES,
  figureNumbers,
  figureValue,
  recordWords,
} from '#contract/track-record.ts'
import { isGone } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useAuth } from '#web/api/session.tsx'
import { listWords as say } from '#web/creator-lists/list-words.ts'
import { LazyInviteButton } from './LazyInviteButton.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { packageWords } from '#web/packages/package-words.ts'
import { lowestPrice } from '#web/profiles/lowest-price.ts'
import { piecesOf } from '#web/profiles/piece.ts'
import { Pieces } from '#web/profiles/Pieces.tsx'
import { BadgeList } from '#web/track-records/BadgeList.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Tag } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './Compare.module.css'

/** The maximum number of creators side by side. */
const MOST = 4
/** The number of works shown of each creator; if one is a film, it plays. */
const WORKS = 2
/** The number of packages named for each creator. */
const PACKAGES = 3

/** /compare?ids=…: two to four creators side by side, for brands. */
export function CompareScreen() {
  const { role } = useAuth()
  usePageHead({ title: say.compareTitle })
  return role === 'seller' ? <Comparison /> : <AccessDenied only="seller" />
}

function Comparison() {
  const [search, setSearch] = useSearchParams()
  const ids = [...new Set((search.get('ids') ?? '').split(',').filter(Boolean))].slice(0, MOST)
  const found = useQueries({
    queries: ids.map((id) => apiQuery('profiles.get', { params: { id } })),
  })
  const isPending = found.some((one) => one.isPending)
  const failed = found.filter((one) => one.isError && !isGone(one.error))
  // Someone who is gone, blocked or not a creator is not named: the page only says that someone is missing.
  const creators = found.flatMap(({ data }) => (data?.role === 'creator' ? [data] : []))
  const missing = isPending ? 0 : ids.length - creators.length - failed.length
  const without = (id: string) =>
    setSearch({ ids: creators.flatMap((one) => (one.id === id ? [] : [one.id])).join(',') })
  return (
    <div className="page wrap">
      <div className="page-head">
        <div>
          <h1>{say.compareTitle}</h1>
          <p>{say.compareSubtitle}</p>
        </div>
        <ButtonLink to={paths.findCreators}>Find Creators</ButtonLink>
      </div>
      {failed.length > 0 ? (
        <p role="alert">Some profiles could not be loaded. Reload the page.</p>
      ) : null}
      {missing > 0 ? (
        <p className="muted">
          {missing === 1 ? 'One profile is' : `${missing} profiles are`} not available any more.
        </p>
      ) : null}
      {isPending ? (
        <Loading />
      ) : creators.length === 0 ? (
        <EmptyState
          title="No one to compare"
          text="Select two to four creators in Find Creators or on a list, and press Compare."
          action={<ButtonLink to={paths.findCreators}>Find Creators</ButtonLink>}
        />
      ) : (
        <Table creators={creators} onRemove={creators.length > 1 ? without : undefined} />
      )}
    </div>
  )
}

interface TableProps {
  creators: readonly ShownProfile[]
  onRemove: ((id: string) => void) | undefined
}

/** One row per fact. On phones the columns scroll beside their labels, which stay in place. */
function Table({ creators, onRemove }: TableProps) {
  const { origin } = use(PageFactsContext)
  const figures = FIGURE_NAMES.filter((name) =>
    creators.some(({ record }) => record.figures.some(({ figure }) => figure === name)),
  )
  const row = (label: ReactNode, cell: (creator: ShownProfile) => ReactNode) => (
    <tr>
      <th scope="row">{label}</th>
      {creators.map((creator) => (
        <td key={creator.id}>{cell(creator) ?? <None />}</td>
      ))}
    </tr>
  )
  return (
    // A scrolling region needs the keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={say.compareTitle} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td>
              <span className="sr">What is compared</span>
            </td>
            {creators.map((creator) => (
              <th key={creator.id} scope="col">
                <Avatar name={creator.name} src={creator.avatar_url} size={64} />
                <Link to={paths.publicProfile(creator.id)}>{creator.name}</Link>
                <LazyInviteButton creator={creator} />
                {onRemove ? (
                  <button
                    type="button"
                    className={styles.remove}
                    onClick={() => onRemove(creator.id)}
                  >
                    Remove<span className="sr"> {creator.name} from the comparison</span>
                  </button>
                ) : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row('Price from', (creator) => priceOf(creator, creators))}
          {row('Packages', ({ packages, id }) =>
            packages.length === 0 ? null : (
              <ul className={styles.plain}>
                {packages.slice(0, PACKAGES).map((one) => (
                  <li key={one.id}>
                    <Link to={paths.orderPackage(id, one.id)}>{one.title}</Link>
                    <br />
                    <span className="num">{formatUsd(one.price)}</span>{' '}
                    <span className="muted">in {packageWords.days(one.days)}</span>
                  </li>
                ))}
                {packages.length > PACKAGES ? (
                  <li className="muted">and {packages.length - PACKAGES} more</li>
                ) : null}
              </ul>
            ),
          )}
          {row(recordWords.deals, ({ record }) =>
            record.deals === null ? (
              <span className="muted">{recordWords.newHere}</span>
            ) : (
              record.deals
            ),
          )}
          {figures.map((name) => (
            <FigureRow key={name} name={name} creators={creators} />
          ))}
          {row('Badges', ({ record }) =>
            record.badges.length === 0 ? null : <BadgeList badges={record.badges} />,
          )}
          {row('Niches', ({ niches }) =>
            niches.length === 0 ? null : (
              <div className="tags">
                {niches.map((niche) => (
                  <Tag key={niche}>{niche}</Tag>
                ))}
              </div>
            ),
          )}
          {row('First works', (creator) => {
            const pieces = piecesOf(creator, origin).slice(0, WORKS)
            return pieces.length === 0 ? null : (
              <div className={styles.works}>
                <Pieces pieces={pieces} owner={creator.name} profileId={creator.id} sizes="120px" />
              </div>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A figure of every creator, with what it counts below its name. The best one is marked where they differ. */
function FigureRow({
  name,
  creators,
}: {
  name: (typeof FIGURE_NAMES)[number]
  creators: readonly ShownProfile[]
}) {
  const { label, counted } = FIGURES[name]
  const values = creators.map(({ record }) => {
    const found = record.figures.find(({ figure }) => figure === name)
    return found === undefined ? null : { ...found, text: figureValue(name, found) }
  })
  return (
    <tr>
      <th scope="row" aria-label={label}>
        <details className={styles.counted}>
          <summary>{label}</summary>
          <p className="sm muted">{counted}</p>
        </details>
      </th>
      {values.map((value, at) => (
        <td key={creators[at]?.id}>
          {value === null ? (
            <None />
          ) : (
            <>
              <span className={`num strong ${styles.value}`}>{value.text}</span>
              <br />
              <span className="sm muted">{figureNumbers(name, value)}</span>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}

/** The lowest price of a creator; the lowest of all is marked where they differ. */
function priceOf(creator: ShownProfile, all: readonly ShownProfile[]): ReactNode {
  const price = lowestPrice(creator)
  if (price === null) return null
  const prices = all.flatMap((one) => lowestPrice(one) ?? [])
  const isLowest = price === Math.min(...prices) && prices.some((other) => other > price)
  return (
    <>
      <span className={`num strong ${styles.value}`}>{formatUsd(price)}</span>
      {isLowest ? (
        <>
          <br />
          <span className="sm muted">lowest of these</span>
        </>
      ) : null}
    </>
  )
}

const None = () => (
  <span className="faint">
    <span aria-hidden="true">–</span>
    <span className="sr">None</span>
  </span>
)
