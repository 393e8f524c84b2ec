import { RECORD_ROWS } from '#contract/track-record.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentSample } from './track-record-presenter.ts'
import { leftOutOf, samplesOf } from './track-record-store.ts'

/** The items behind the viewer's own figures. The figures themselves are part of the profile. */
export function trackRecordRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('track_records.rows', async ({ viewer, query, now }) => {
    const found = await samplesOf(deps.pool, viewer.id, {
      figure: query.figure,
      now,
      most: RECORD_ROWS + 1,
    })
    return {
      left_out: await leftOutOf(deps.pool, viewer.id, now),
      rows: found.slice(0, RECORD_ROWS).map(presentSample),
      more: found.length > RECORD_ROWS,
    }
  })
}
