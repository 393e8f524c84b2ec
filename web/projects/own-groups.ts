import type { OwnProject } from '#contract/listed-deal-schemas.ts'

/** A project of one's own, and under it the deals it hired for, as far as both are loaded. */
export interface OwnGroup {
  project: OwnProject
  hires: OwnProject[]
}

/** Puts each hire under the project that hired for it, where that is in the list; what is left stays in its place. */
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
