import type { Readable } from 'node:stream'
import type { Deps } from '#server/deps/deps.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { exportedTables } from '#server/account/export/exported-tables.ts'
import { createAddressSeal } from '#server/shipping/record/address-seal.ts'
import { entryName } from '#server/uploads/archive-names.ts'
import { zipStream } from '#server/uploads/zip-stream.ts'

/**
 * A ZIP of everything a person owns: data/<list>.json and .csv, and files/<id>-<name>. It is generated while it is
 * read, with one file open at a time. A file whose bytes are missing is left out; any other failure aborts the stream.
 */
export function exportAccount(deps: Deps, files: FileStore, userId: string): Readable {
  return zipStream(async (zip) => {
    for await (const { name, json, csv } of exportedTables(
      deps.pool,
      userId,
      createAddressSeal(deps.config.keys),
    )) {
      zip.add(`data/${name}.json`, Buffer.from(json))
      zip.add(`data/${name}.csv`, Buffer.from(csv))
    }
    const own = await rows<{ id: string; path: string; file_name: string }>(
      deps.pool,
      sql`select id, path, file_name from files where owner_id = ${userId} order by created_at`,
    )
    for (const { id, path, file_name: name } of own) {
      if (zip.gone) return
      const bytes = await files.open(path)
      if (bytes) await zip.addStream(`files/${id}-${entryName(name)}`, bytes)
    }
  })
}
