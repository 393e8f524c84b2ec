import { type ReactNode, use } from 'react'
import { formatUsd } from '#contract/money.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'
import { NICHE_BADGES_SHOWN } from '#contract/profiles.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import type { TrackRecord } from '#contract/track-record-schemas.ts'
import { RecordLine } from '#web/track-records/RecordLine.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Tag } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { initials } from '#web/ui/initials.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { PlatformIcon, platformName } from '#web/ui/PlatformIcon.tsx'
import styles from './CreatorCard.module.css'
import { pieceKind } from './links.ts'
import { lowestPrice } from './lowest-price.ts'
import { PieceStill } from './PieceStill.tsx'

/** Crops of work on a card. */
const CROPS = 3

type Shown = Pick<
  PublicProfile,
  | 'name'
  | 'avatar_url'
  | 'bio'
  | 'niches'
  | 'rates'
  | 'package_from'
  | 'social_links'
  | 'portfolio_urls'
>

interface Props {
  creator: Shown
  /** The figures from their deals; empty where they are not requested. */
  record?: TrackRecord
  /** The content of the upper right corner, over the pictures. */
  corner?: ReactNode
  actions?: ReactNode
  /** Above the fold: its cover is not loaded lazily. */
  first?: boolean
  /** Below the first row of a long list: laid out once the page has loaded (web/start-up/lay-out-rest.ts). */
  late?: boolean
}

/** A creator in search results: crops of work, face, platforms, lowest rate, bio, niches; `actions` at the bottom. */
export function CreatorCard({ creator, record, corner, actions, first, late }: Props) {
  const lowest = lowestPrice(creator)
  const isPackage = lowest !== null && !Object.values(creator.rates).includes(lowest)
  const more = creator.niches.length - NICHE_BADGES_SHOWN
  return (
    <article
      className={`card ${styles.card}`}
      aria-label={creator.name}
      data-late={late || undefined}
    >
      <Crops creator={creator} first={first} />
      <div className={styles.body}>
        <div className={`row gap3 ${styles.head}`}>
          <Avatar name={creator.name} src={creator.avatar_url} size={44} />
          <div className="grow">
            <h2 className={styles.name}>{creator.name}</h2>
            <Platforms links={creator.social_links} />
          </div>
          {lowest === null ? null : (
            <div className={styles.rate}>
              <div className="num strong">{formatUsd(lowest)}</div>
              <div className="sm faint">{isPackage ? 'lowest package' : 'lowest rate'}</div>
            </div>
          )}
        </div>
        {record ? <RecordLine record={record} /> : null}
        {creator.bio ? <p className={styles.bio}>{creator.bio}</p> : null}
        {creator.niches.length > 0 ? (
          <div className="tags">
            {creator.niches.slice(0, NICHE_BADGES_SHOWN).map((niche) => (
              <Tag key={niche}>{niche}</Tag>
            ))}
            {more > 0 ? <span className={styles.more}>+{more} more</span> : null}
          </div>
        ) : null}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {corner}
    </article>
  )
}

/** The cover and two more pieces of work; without any work, the face, so that cards in a row align. */
function Crops({ creator, first }: { creator: Shown; first: boolean | undefined }) {
  const { origin } = use(PageFactsContext)
  const work = creator.portfolio_urls
    .filter((url) => pieceKind(url, origin) !== 'page')
    .slice(0, CROPS)
  if (work.length === 0) {
    return (
      <div className={cx(styles.crops, styles.portrait)} aria-hidden="true">
        {creator.avatar_url ? (
          <Picture
            src={creator.avatar_url}
            sizes="400px"
            alt=""
            {...(first ? { fetchPriority: 'high' } : { loading: 'lazy' })}
          />
        ) : (
          <span className={styles.blank}>{initials(creator.name)}</span>
        )}
      </div>
    )
  }
  return (
    <div className={styles.crops} aria-hidden="true">
      {work.map((url, index) => (
        <PieceStill
          key={url}
          url={url}
          alt=""
          sizes="(max-width: 719px) 50vw, 200px"
          first={first && index === 0}
        />
      ))}
    </div>
  )
}

function Platforms({ links }: { links: Readonly<Record<string, string>> }) {
  const platforms = Object.keys(links)
  if (platforms.length === 0) return null
  return (
    <div
      className={styles.platforms}
      role="img"
      aria-label={platforms.map((one) => platformName(one)).join(', ')}
    >
      {platforms.map((platform) => (
        <PlatformIcon key={platform} platform={platform} size={16} />
      ))}
    </div>
  )
}
