import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import type { CreatorBadge } from '#contract/badges.ts'
import type { PackageDays, PackagePrice } from '#contract/packages.ts'
import type { CreatorSort, Niche, Platform } from '#contract/profiles.ts'
import type { Input } from '#contract/schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'

/** The filters and the sort order of a creator search. */
export interface CreatorFilter {
  q?: string
  niche?: Niche
  platform?: Platform
  price?: PackagePrice
  days?: PackageDays
  badge?: CreatorBadge
  sort?: CreatorSort
  /** Only creators the reader has saved or worked with. */
  saved?: '1'
  worked?: '1'
  /** Of those, only creators with whom the reader would work again. */
  again?: '1'
}

/** Changes of one's own profile: an absent field is unchanged, null clears it. */
export type ProfileInput = Input<'profiles.update'>['body']

/** A person's public profile. 404 for people who do not exist or are hidden. */
export function usePublicProfile(id: string) {
  const facts = use(PageFactsContext)
  useEffect(() => facts.forget(), [facts])
  return useQuery({
    ...apiQuery('profiles.get', { params: { id } }),
    initialData: () => {
      const { profile } = facts.known
      // An address may contain an id in capitals.
      return profile?.id === id.toLowerCase() ? profile : undefined
    },
  })
}

/** Matching creators, page by page; the last list stays while the next one loads. */
export function useCreators(filter: CreatorFilter, place?: string) {
  return usePages({
    key: 'creators.search',
    input: { query: filter },
    rowsOf: (page) => page.creators,
    nextOf: (page) => page.next,
    place,
    options: { placeholderData: keepPreviousData },
  })
}

/** The number of matches for each further filter; the last counts stay while the next ones load. */
export function useCreatorFacets({ sort: _sort, ...query }: CreatorFilter) {
  return useQuery({
    ...apiQuery('creators.facets', { query }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

/** Saves one's own profile and updates every place that shows it. */
export function useSaveProfile() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileInput) => call('profiles.update', { body }),
    onSuccess: (profile) => {
      queries.setQueryData(apiQuery('profiles.me').queryKey, profile)
      return queries.invalidateQueries({ queryKey: ['profiles.get'] })
    },
  })
}
