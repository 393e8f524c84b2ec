import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import S3rver from 's3rver'
import type { S3Config } from '#server/config/s3-config.ts'

/** An S3 server of its own with one empty bucket, on a free port. */
export interface TestS3 {
  config: S3Config
  close(): Promise<void>
}

export async function startS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), 'cartwright-s3-'))
  const bucket = 'cartwright-files'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  refuseRangesOfEmptyFiles(server)
  const { port } = await server.run()
  return {
    config: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      // The only key pair that this server knows.
      keys: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      pathStyle: true,
    },
    async close() {
      server.httpServer?.closeAllConnections()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** What its store returns. */
interface Stored {
  size: number
  range?: unknown
  content: Readable | null
}

/** An empty file has no range: S3 answers with 416, while this server announces a byte that never comes. */
function refuseRangesOfEmptyFiles(server: S3rver): void {
  const { store } = server as unknown as {
    store: { getObject: (...about: unknown[]) => Promise<Stored | null> }
  }
  const getObject = store.getObject.bind(store)
  store.getObject = async (...about) => {
    const object = await getObject(...about)
    if (object?.size === 0 && object.range !== undefined) {
      object.content?.destroy()
      object.content = null
    }
    return object
  }
}
