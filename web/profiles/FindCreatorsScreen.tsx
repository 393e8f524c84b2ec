import { Search } from 'lucide-react'
import { useLocation } from 'react-router'
import {
  CREATOR_SORTS,
  defaultCreatorSort,
  NICHES,
  PLATFORMS,
  PROFILE_LIMITS,
} from '#contract/profiles.ts'
import { CREATOR_BADGES } from '#contract/badges.ts'
import { RANK_LABELS, RANKED_FIGURES } from '#contract/track-record.ts'
import { PACKAGE_DAYS, PACKAGE_PRICES } from '#contract/packages.ts'
import { useAuth } from '#web/api/session.tsx'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { paths } from '#contract/paths.ts'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { firstName } from '#web/conversations/names.ts'
import { FirstSteps } from '#web/first-steps/FirstSteps.tsx'
import { greeting } from '#web/first-steps/first-step-words.ts'
import { useArrival } from '#web/first-steps/use-first-steps.ts'
import { SavedSearches } from '#web/saved-searches/SavedSearches.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { CreatorFilters } from './CreatorFilters.tsx'
import { FoundCreators } from './FoundCreators.tsx'
import styles from './FindCreators.module.css'
import { PostedInvitation } from './PostedInvitation.tsx'
import { type CreatorFilter, useCreators } from './use-profiles.ts'

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
  const price = choice('price', PACKAGE_PRICES)
  const days = choice('days', PACKAGE_DAYS)
  const badge = choice('badge', CREATOR_BADGES)
  const usual = defaultCreatorSort(asked !== '')
  const chosen = choice('sort', CREATOR_SORTS)
  // Without a search text there is no best match.
  const sort = chosen === undefined || (chosen === 'relevance' && !asked) ? usual : chosen
  const { key: place } = useLocation()
  const filter: CreatorFilter = {
    ...(asked ? { q: asked } : {}),
    ...(niche ? { niche } : {}),
    ...(platform ? { platform } : {}),
    ...(price ? { price } : {}),
    ...(days ? { days } : {}),
    ...(badge ? { badge } : {}),
    ...(sort === usual ? {} : { sort }),
    ...(choice('saved', ON) ? { saved: '1' } : {}),
    ...(choice('worked', ON) ? { worked: '1' } : {}),
    ...(choice('again', ON) ? { again: '1' } : {}),
  }
  const creators = useCreators(filter, place)

  return (
    <div className="page wrap">
      <div className={cx('page-head', styles.head)}>
        <div className={styles.title}>
          <h1>Find Creators</h1>
          <p>Search by name or bio, then invite someone to one of your active projects.</p>
        </div>
        <ButtonLink className={styles.lists} to={paths.lists}>
          Your lists
        </ButtonLink>
        <div className={styles.sort}>
          <Select
            aria-label="Sort by"
            value={sort}
            onChange={(event) =>
              choose('sort', event.target.value === usual ? undefined : event.target.value)
            }
          >
            <option value="newest">Newest first</option>
            {asked ? <option value="relevance">Best match</option> : null}
            {RANKED_FIGURES.map((name) => (
              <option key={name} value={name}>
                {RANK_LABELS[name]}
              </option>
            ))}
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
      <FoundCreators creators={creators} isOnlySaved={isOnlySaved(filter)} onClear={clear} />
      <PostedInvitation />
    </div>
  )
}

/** Brands land here: their first visit shows a greeting, with the set-up steps. */
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

/** The values of an on/off filter. */
const ON = ['1'] as const

const isOnlySaved = ({ sort: _sort, saved, ...others }: CreatorFilter) =>
  saved === '1' && Object.keys(others).length === 0
