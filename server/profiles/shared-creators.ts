import { schemas } from '#contract/schemas.ts'
import { apartFromAny } from '#server/apart/apart.ts'
import type { Deps } from '#server/deps/deps.ts'
import { answerSerializer } from '#server/http/serializer.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { type Reading, readShared } from '#server/replica/read-shared.ts'
import type { SharedPage } from '#server/shared-pages/shared-pages.ts'
import { type CreatorSearch, findCreators, type FoundCreators } from './creator-search.ts'
import { presentFoundCreator } from './profile-presenter.ts'

const serialize = answerSerializer('creators.search', schemas['creators.search'].answer)

/**
 * A page of Find Creators as JSON. The first page without a search text is the same for every seller who is apart from
 * no one on it, unless they search among their own creators, so that page is cached in memory (decision 0084).
 */
export async function creatorListPage(
  deps: Deps,
  reading: Reading & { viewer: Viewer },
  search: CreatorSearch,
): Promise<string | Buffer> {
  const { wanted, after, savedBy, paidBy, againBy, niche, platform, price, days, badge, sort } =
    search
  const isShared =
    wanted === null &&
    after === undefined &&
    savedBy === null &&
    paidBy === null &&
    againBy === null
  const key = [niche, platform, price, days, badge, sort].join(' ')
  const { request, viewer } = reading
  const shared = isShared
    ? await deps.sharedPages?.page({ list: 'creators', key, viewerId: viewer.id, request }, () =>
        readForEveryone(deps, search),
      )
    : null
  return shared ?? written(await readShared(deps, reading, (db) => findCreators(db, search)))
}

/** Blocks that concern people on the page are read after it, so that a block made in between is not missed. */
function readForEveryone(deps: Deps, search: CreatorSearch): Promise<SharedPage> {
  return readShared(deps, { request: { headers: {} } }, async (db) => {
    const found = await findCreators(db, { ...search, viewerId: null })
    const exceptFor = await apartFromAny(
      db,
      found.creators.map(({ id }) => id),
    )
    return { json: Buffer.from(written(found)), exceptFor }
  })
}

const written = ({ creators, ...found }: FoundCreators) =>
  serialize({ creators: creators.map(presentFoundCreator), ...found })
