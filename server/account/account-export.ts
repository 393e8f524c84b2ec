import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import yazl from 'yazl'
import type { Deps } from '#server/deps/deps.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { exportedTables } from '#server/account/export/exported-tables.ts'
import { createAddressSeal } from '#server/shipping/record/address-seal.ts'

/**
 * A ZIP of everything a person owns: data/<list>.json and .csv, and files/<id>-<name>. It is generated while it is
 * read, with one file open at a time. A file whose bytes are missing is left out; any other failure aborts the stream.
 */
export async function exportAccount(
  deps: Deps,
  files: FileStore,
  userId: string,
): Promise<Readable> {
  const zip = new yazl.ZipFile()
  for await (const { name, json, csv } of exportedTables(
    deps.pool,
    userId,
    createAddressSeal(deps.config.fileLinkSecret),
  )) {
    zip.addBuffer(Buffer.from(json), `data/${name}.json`)
    zip.addBuffer(Buffer.from(csv), `data/${name}.csv`)
  }
  const own = await rows<{ id: string; path: string; file_name: string }>(
    deps.pool,
    sql`select id, path, file_name from files where owner_id = ${userId} order by created_at`,
  )
  for (const { id, path, file_name: name } of own) {
    // Pictures and videos do not compress.
    zip.addReadStreamLazy(`files/${id}-${entryName(name)}`, { compress: false }, (give) => {
      files.open(path).then(
        (stream) => give(null, stream ?? new PassThrough().end()),
        (error: unknown) => give(error, new PassThrough().end()),
      )
    })
  }
  zip.end()
  const output = new PassThrough()
  zip.on('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)
  return output
}

/** A name that is a single path segment on every system. */
function entryName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N}. _-]/gu, '_')
      .replace(/^\.+/, '_')
      .slice(0, 80) || 'file'
  )
}
