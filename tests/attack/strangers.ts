import type { RouteKey } from '#contract/api.ts'
import { UPLOAD_PATH } from '#contract/uploads.ts'
import { type AccessCase, accessMatrix } from '#tests/access/access-matrix.ts'
import { ACTORS } from '#tests/access/access-world.ts'
import { withUnknownIds } from '#tests/support/refusals.ts'
import { changedTables, fingerprints } from './fingerprints.ts'
import type { Family } from './family.ts'
import { personOf, withoutRequestId } from './target.ts'

/** Someone who is not allowed: not signed in, of the wrong role, or without a part in the deal. */
const REFUSALS = new Set([401, 403, 404])

const cases = (Object.entries(accessMatrix) as [RouteKey, AccessCase[]][]).flatMap(([key, some]) =>
  some.flatMap((one) =>
    ACTORS.filter((actor) => REFUSALS.has(one.expect[actor])).map((actor) => ({ key, one, actor })),
  ),
)

/**
 * Makes every call as everyone the access table refuses, with the real ids of another person's deal. The response for a
 * hidden id must equal, byte for byte, that for an id that was never issued; and no row may have changed at the end.
 */
export const strangers: Family = {
  name: 'others’ rows',
  async attack(target, tally, { some }) {
    const before = await fingerprints(target.pool)
    for (const { key, one, actor } of some(cases, 150)) {
      const as = personOf(target.world, actor)
      const input = one.input?.(target.world) ?? {}
      const answer = await target.call(as, key, input)
      const expected = one.expect[actor]
      const what = `${key} (${one.about}) as ${actor}`
      if (answer.status !== expected) {
        tally.count(what, `answered ${answer.status} instead of ${expected}`)
        continue
      }
      if (expected !== 404) {
        tally.count(what, null)
        continue
      }
      const unknown = await target.call(as, key, withUnknownIds(input))
      tally.count(
        what,
        withoutRequestId(answer) === withoutRequestId(unknown)
          ? null
          : 'a hidden row answers otherwise than an unknown one',
      )
    }
    const files = [
      ['GET', `/storage/private/${target.world.freshFile.id}`],
      ['GET', `/storage/export/${target.world.freshFile.id}`],
      ...['HEAD', 'GET', 'PATCH', 'DELETE'].map((method) => [
        method,
        `${UPLOAD_PATH}/${target.world.freshFile.id}`,
      ]),
    ] as [string, string][]
    for (const [method, path] of files)
      // It belongs to the counterpart.
      for (const actor of ACTORS.filter((one) => one !== 'counterpart')) {
        const as = personOf(target.world, actor)
        const { status } = await target.send({
          method,
          path,
          token: as === null ? null : target.tokenOf(as),
          headers: {
            'tus-resumable': '1.0.0',
            'upload-offset': '0',
            'content-type': 'application/offset+octet-stream',
          },
          ...(method === 'PATCH' ? { body: 'x' } : {}),
        })
        tally.count(
          `${method} ${path} as ${actor}`,
          REFUSALS.has(status) ? null : `answered ${status}`,
        )
      }
    const changed = changedTables(before, await fingerprints(target.pool))
    tally.count(
      'all refused calls together',
      changed.length === 0 ? null : `changed ${changed.join(', ')}`,
    )
  },
}
