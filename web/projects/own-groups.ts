import type { OwnProject } from '#contract/listed-deal-schemas.ts'
import { countOf, loadedWords } from './project-words.ts'

/** A project of one's own with the deals it hired for, as far as both are loaded. */
export interface OwnGroup {
  project: OwnProject
  hires: OwnProject[]
}

/**
 * Groups each hire under the project that hired for it, where that project is in the list; the others stay in their
 * place.
 */
export function groupHires(projects: readonly OwnProject[]): OwnGroup[] {
  const groups = new Map(
    projects.map((project) => [project.id, { project, hires: [] as OwnProject[] }]),
  )
  return projects.flatMap((project) => {
    const group = groups.get(project.id)
    const listing = project.listing_id === undefined ? undefined : groups.get(project.listing_id)
    if (listing !== undefined) listing.hires.push(project)
    return group === undefined || listing !== undefined ? [] : [group]
  })
}

/**
 * "12 projects and 2 hires": the cards, and the hires inside the cards; "50+ projects" while there are more pages.
 * Empty before they are loaded.
 */
export function ownWords(list: { data?: readonly OwnProject[] | undefined; hasNextPage: boolean }) {
  if (list.data === undefined) return ''
  const groups = groupHires(list.data)
  const hires = list.data.length - groups.length
  const cards = loadedWords({ ...list, data: groups }, 'project')
  return hires === 0 ? cards : `${cards} and ${countOf(hires, 'hire')}`
}
