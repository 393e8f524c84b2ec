import { Heart } from 'lucide-react'
import { countText } from '#contract/paging.ts'
import { BADGES, CREATOR_BADGES } from '#contract/badges.ts'
import { PACKAGE_DAYS, PACKAGE_PRICES } from '#contract/packages.ts'
import { NICHES, PLATFORMS, type Platform } from '#contract/profiles.ts'
import type { FacetCount } from '#contract/profile-schemas.ts'
import { packageWords } from '#web/packages/package-words.ts'
import { FilterChip, FilterChips } from '#web/ui/FilterChip.tsx'
import { PlatformIcon, platformName } from '#web/ui/PlatformIcon.tsx'
import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import { Select } from '#web/ui/Select.tsx'
import styles from './FindCreators.module.css'
import { type CreatorFilter, useCreatorFacets } from './use-profiles.ts'

const anyPlatform = 'all'

interface Props {
  filter: CreatorFilter
  /** Sets a filter in the address, or removes it when undefined. */
  choose: (name: string, value: string | undefined) => void
}

/**
 * Filters by niche, by platform, and by creators the brand has saved or worked with, each with the number of matches.
 */
export function CreatorFilters({ filter, choose }: Props) {
  const { data: facets } = useCreatorFacets(filter)
  return (
    <>
      <div className={styles.niche}>
        <Select
          aria-label="Niche"
          value={filter.niche ?? ''}
          onChange={(event) => choose('niche', event.target.value)}
        >
          <option value="">All niches</option>
          {NICHES.map((niche) => (
            <option key={niche} value={niche}>
              {niche}
              {facets ? ` (${words(facets.by_niche[niche])})` : ''}
            </option>
          ))}
        </Select>
      </div>
      <div className={styles.bound}>
        <Select
          aria-label="Package price"
          value={filter.price ?? ''}
          onChange={(event) => choose('price', event.target.value)}
        >
          <option value="">Any price</option>
          {PACKAGE_PRICES.map((price) => (
            <option key={price} value={price}>
              Up to ${price}
              {facets ? ` (${words(facets.by_price[price])})` : ''}
            </option>
          ))}
        </Select>
      </div>
      <div className={styles.bound}>
        <Select
          aria-label="Delivered within"
          value={filter.days ?? ''}
          onChange={(event) => choose('days', event.target.value)}
        >
          <option value="">Any delivery</option>
          {PACKAGE_DAYS.map((days) => (
            <option key={days} value={days}>
              Within {packageWords.days(Number(days))}
              {facets ? ` (${words(facets.by_days[days])})` : ''}
            </option>
          ))}
        </Select>
      </div>
      <div className={styles.bound}>
        <Select
          aria-label="Badge"
          value={filter.badge ?? ''}
          onChange={(event) => choose('badge', event.target.value)}
        >
          <option value="">Any badge</option>
          {CREATOR_BADGES.map((badge) => (
            <option key={badge} value={badge}>
              {BADGES[badge].label}
              {facets ? ` (${words(facets.by_badge[badge])})` : ''}
            </option>
          ))}
        </Select>
      </div>
      <SegmentedChoice
        label="Platform"
        options={[
          { value: anyPlatform, label: 'All' },
          ...PLATFORMS.map((platform) => {
            const count = facets && words(facets.by_platform[platform])
            return {
              value: platform,
              name: [shortName(platform), ...(count ? [count] : [])].join(', '),
              label: <PlatformLabel platform={platform} count={count} />,
            }
          }),
        ]}
        value={filter.platform ?? anyPlatform}
        onChange={(next) => choose('platform', next === anyPlatform ? undefined : next)}
      />
      <FilterChips label="Yours">
        <FilterChip
          pressed={filter.saved === '1'}
          onClick={() => choose('saved', filter.saved === '1' ? undefined : '1')}
        >
          <Heart size={15} aria-hidden="true" />
          Saved
          {facets ? <Count>{words(facets.saved)}</Count> : null}
        </FilterChip>
        <FilterChip
          pressed={filter.worked === '1'}
          onClick={() => choose('worked', filter.worked === '1' ? undefined : '1')}
        >
          Worked with
          {facets ? <Count>{words(facets.worked)}</Count> : null}
        </FilterChip>
        <FilterChip
          pressed={filter.again === '1'}
          onClick={() => choose('again', filter.again === '1' ? undefined : '1')}
        >
          Hire again
          {facets ? <Count>{words(facets.again)}</Count> : null}
        </FilterChip>
      </FilterChips>
    </>
  )
}

/** "24", "1,000+"; a value that no creator has is missing from the counts: "0". */
const words = (count: FacetCount | undefined): string =>
  count ? countText(count.total, count.total_exact) : '0'

const Count = ({ children }: { children: string }) => (
  <span className={`num ${styles.count}`}>{children}</span>
)

/** Icon, name and count; the name is hidden when there is no room, but still read out. */
function PlatformLabel({ platform, count }: { platform: Platform; count: string | undefined }) {
  return (
    <>
      <PlatformIcon platform={platform} size={16} />
      <span className="hide-m">{shortName(platform)}</span>
      {count ? <Count>{count}</Count> : null}
    </>
  )
}

function shortName(platform: Platform): string {
  return platform === 'twitter' ? 'Twitter' : platformName(platform)
}
