import type { ProjectWithSeller } from '#contract/project-schemas.ts'
import { PROJECT_LIMITS } from '#contract/projects.ts'
import { apartFromAny } from '#server/apart/apart.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { type Reading, readShared } from '#server/replica/read-shared.ts'
import type { SharedPage } from '#server/shared-pages/shared-pages.ts'
import { findProjects, type FoundProjects, type ProjectSearch } from './project-search.ts'

/**
 * A page of Available Projects as JSON. The first page of a category and sort is the same for everyone who is apart
 * from no one on it, so that page is cached in memory (decision 0084). Accepts any text.
 */
export async function projectListPage(
  deps: Deps,
  reading: Reading & { viewer: Viewer },
  search: ProjectSearch,
): Promise<string | Buffer> {
  const { category, sort, limit, wanted, after, today } = search
  const isShared = wanted === null && after === undefined && limit === PROJECT_LIMITS.page
  const read = {
    list: 'projects',
    key: `${category} ${sort} ${today}`,
    viewerId: reading.viewer.id,
  }
  const shared = isShared
    ? await deps.sharedPages?.page({ ...read, request: reading.request }, () =>
        readForEveryone(deps, search),
      )
    : null
  return shared ?? written(await readShared(deps, reading, (db) => findProjects(db, search)))
}

/** Blocks that concern people on the page are read after it, so that a block made in between is not missed. */
function readForEveryone(deps: Deps, search: ProjectSearch): Promise<SharedPage> {
  return readShared(deps, { request: { headers: {} } }, async (db) => {
    const found = await findProjects(db, { ...search, viewerId: null })
    const sellers = found.projects.map((json) => (JSON.parse(json) as ProjectWithSeller).seller_id)
    return { json: Buffer.from(written(found)), exceptFor: await apartFromAny(db, sellers) }
  })
}

const written = ({ projects, ...found }: FoundProjects) =>
  `{"projects":[${projects.join(',')}],${JSON.stringify(found).slice(1)}`
