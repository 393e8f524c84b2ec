import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UNDELIVERED_DAYS } from '#contract/uploads.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buildDeal, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { startS3, type TestS3 } from '#tests/support/s3.ts'
import {
  beginUpload,
  patchHeaders,
  startStorage,
  type TestStorage,
} from '#tests/support/storage.ts'
import { renditionPath } from './file-address.ts'
import { assertOwnPictures } from './own-pictures.ts'
import { dropUnfinished, sweepStore, cleanUpFiles } from './cleanup.ts'
import { fileById } from './upload-store.ts'

const HOUR = 60 * 60_000
let s3: TestS3
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

const stores: [name: string, config: () => { s3: TestS3['config'] | null }][] = [
  ['a local directory', () => ({ s3: null })],
  ['an S3 bucket', () => ({ s3: s3.config })],
]

describe.each(stores)('cleaning up %s', (_, config) => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await startStorage({ config: config() })
  })
  afterAll(() => storage.close())

  /** Runs the clean-up as it will run some hours from now. */
  const tidy = (hours: number) => {
    storage.setNow(new Date(Date.now() + hours * HOUR))
    return cleanUpFiles(storage.deps, storage.storage)
  }
  const drop = (hours: number) => {
    storage.setNow(new Date(Date.now() + hours * HOUR))
    return dropUnfinished(storage.deps, storage.storage)
  }
  const sweep = (hours: number) => {
    storage.setNow(new Date(Date.now() + hours * HOUR))
    return sweepStore(storage.deps, storage.storage)
  }
  const stored = async (path: string) => (await storage.storage.tools.files.stat(path)) !== null
  const put = async (path: string) => {
    const from = join(storage.dataDir, 'bytes')
    writeFileSync(from, 'bytes')
    await storage.storage.tools.files.put(from, path)
  }
  const picture = async (seller: BuiltUser) => {
    const file = await storage.upload(seller, {
      bucket: 'product-images',
      bytes: (await pngFile('lamp.png', 20, 20)).buffer,
    })
    return { ...file, path: `product-images/${seller.id}/${file.id}.webp` }
  }
  const show = (seller: BuiltUser, url: string) =>
    storage.call(seller, 'projects.create', {
      body: {
        title: 'A lamp',
        description: 'One reel.',
        category: 'home',
        budget: 100,
        deadline: '2999-01-01',
        product_images: [url],
        status: 'draft',
      },
    })

  it('removes a finished file a day after its last use, with its renditions', async () => {
    const seller = await buildSeller(storage.pool)
    const { id, path } = await picture(seller)
    await put(renditionPath(path, '400.webp'))
    await execute(storage.pool, sql`update files set renditions = '{400.webp}' where id = ${id}`)
    await tidy(0)
    await tidy(23)
    expect(await stored(path)).toBe(true)
    expect(await tidy(25)).toMatchObject({ files: 1 })
    expect([await stored(path), await stored(renditionPath(path, '400.webp'))]).toEqual([
      false,
      false,
    ])
    expect(await fileById(storage.pool, id)).toBeNull()
  })

  it('keeps delivery files for seven days if they are not handed in', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const bytes = (await pngFile('work.png', 20, 20)).buffer
    const files = await Promise.all(
      (['deliverable-files', 'proof-screenshots'] as const).map((bucket) =>
        storage.upload(creator, { bucket, bytes, projectId: project.id }),
      ),
    )
    const left = async () =>
      (await Promise.all(files.map(({ id }) => fileById(storage.pool, id)))).map(Boolean)
    await tidy(0)
    await tidy(UNDELIVERED_DAYS * 24 - 1)
    expect(await left()).toEqual([true, true])
    await tidy(UNDELIVERED_DAYS * 24 + 1)
    expect(await left()).toEqual([false, false])
  })

  it('keeps every kind of file that is in use, however old', async () => {
    const { creator, project, application } = await buildDeal(storage.pool)
    const seller = await buildSeller(storage.pool)
    const shown = await picture(seller)
    expect((await show(seller, shown.url)).status).toBe(200)
    const png = (await pngFile('a.png', 20, 20)).buffer
    const avatar = await storage.upload(creator, { bucket: 'avatars', bytes: png })
    await storage.call(creator, 'profiles.update', { body: { avatar_url: avatar.url } })
    const upload = (bucket: 'deliverable-files' | 'proof-screenshots') =>
      storage.upload(creator, { bucket, bytes: png, projectId: project.id })
    const [work, proof] = [await upload('deliverable-files'), await upload('proof-screenshots')]
    await execute(
      storage.pool,
      sql`insert into deliverables (application_id, project_id, creator_id, file_id, screenshot_id, version)
        values (${application.id}, ${project.id}, ${creator.id}, ${work.id}, ${proof.id}, 1)`,
    )
    const second = await upload('deliverable-files')
    await execute(
      storage.pool,
      sql`insert into deliverable_files (deliverable_id, position, file_id)
        select id, 2, ${second.id} from deliverables where file_id = ${work.id}`,
    )
    const pieces = await storage.upload(creator, { bucket: 'avatars', bytes: png })
    await storage.call(creator, 'profiles.update', {
      body: { portfolio_urls: [`https://cartwright.example${pieces.url}`] },
    })
    await tidy(0)
    // Longer than a delivery that no one hands in is kept.
    await tidy(UNDELIVERED_DAYS * 24 + 1)
    expect(await sweep(50)).toBe(0)
    for (const { id } of [shown, avatar, work, second, proof, pieces])
      expect(await fileById(storage.pool, id), id).not.toBeNull()
  })

  it('spares a file that was used again before its day was over', async () => {
    const seller = await buildSeller(storage.pool)
    const file = await picture(seller)
    await tidy(0)
    expect((await show(seller, file.url)).status).toBe(200)
    await tidy(25)
    expect(await stored(file.path)).toBe(true)
  })

  it('concurrently with attaching: the file is either attached and kept, or refused and removed', async () => {
    const seller = await buildSeller(storage.pool)
    const files = await Promise.all(Array.from({ length: 8 }, () => picture(seller)))
    await tidy(0)
    storage.setNow(new Date(Date.now() + 25 * HOUR))
    const outcomes = await Promise.all([
      ...files.map((file) => show(seller, file.url)),
      cleanUpFiles(storage.deps, storage.storage),
      cleanUpFiles(storage.deps, storage.storage),
    ])
    for (const [index, { path, id }] of files.entries()) {
      const attached = (outcomes[index] as { status: number }).status === 200
      expect([await stored(path), (await fileById(storage.pool, id)) !== null]).toEqual([
        attached,
        attached,
      ])
    }
  })

  it('skips a file that is being attached, and refuses attaching one that is being removed', async () => {
    const seller = await buildSeller(storage.pool)
    const [held, late] = [await picture(seller), await picture(seller)]
    await tidy(0)
    const attach = (url: string) => ({
      ownerId: seller.id,
      bucket: 'product-images' as const,
      urls: [url],
      field: 'product_images',
    })
    await inTransaction(storage.pool, async (tx) => {
      await assertOwnPictures(tx, attach(held.url))
      await tidy(25)
      expect(await stored(held.path)).toBe(true)
    })
    expect(await stored(late.path)).toBe(false)

    const again = await picture(seller)
    const removing = await storage.pool.connect()
    await removing.query('begin')
    await removing.query('select from files where id = $1 for update', [again.id])
    // Refused while the deletion is still committing, because a later request must not miss it.
    const attaching = inTransaction(storage.pool, (tx) =>
      assertOwnPictures(tx, attach(again.url)),
    ).then(
      () => null,
      (refusal: unknown) => refusal,
    )
    await removing.query('delete from files where id = $1', [again.id])
    await removing.query('commit')
    removing.release()
    expect(await attaching).toMatchObject({ code: 'upload.not_yours' })
    await storage.storage.tools.files.remove(again.path)
  })

  it('removes stored bytes without a row a day later, and nothing that is not ours', async () => {
    const { id } = await buildSeller(storage.pool)
    const orphan = `avatars/${id}/${randomUUID()}`
    const others = ['avatars/readme.txt', `avatars/${id}/notes.txt`]
    const delivery = `deliverable-files/${id}/${randomUUID()}/${randomUUID()}.mp4`
    for (const path of [`${orphan}.webp`, `${orphan}-64.avif`, delivery, ...others]) await put(path)
    expect(await sweep(23)).toBe(0)
    expect(await sweep(25)).toBe(3)
    expect(await stored(delivery)).toBe(false)
    expect([await stored(`${orphan}.webp`), await stored(`${orphan}-64.avif`)]).toEqual([
      false,
      false,
    ])
    for (const path of others) expect(await stored(path), path).toBe(true)
  })

  it('leaves stored bytes alone while their upload is being finished', async () => {
    const { id } = await buildSeller(storage.pool)
    const file = randomUUID()
    await put(`avatars/${id}/${file}.webp`)
    await storage.storage.locks.holding(file, async () => {
      expect(await sweep(25)).toBe(0)
    })
    expect(await sweep(25)).toBe(1)
  })

  it('removes an upload that is unfinished after two hours, unless it is active', async () => {
    storage.setNow(null)
    const { creator, project } = await buildDeal(storage.pool)
    const file = {
      bucket: 'deliverable-files',
      bytes: Buffer.alloc(99),
      projectId: project.id,
    } as const
    const address = await beginUpload(storage, creator, file)
    const id = address.split('/').at(-1) ?? ''
    /** Returns what the folder or the bucket holds of it. */
    const here = async () => {
      const found: string[] = []
      for await (const { path } of storage.storage.tools.files.list('incoming'))
        if (path.includes(id)) found.push(path)
      return found
    }
    await storage.fetch(creator, address, {
      method: 'PATCH',
      headers: patchHeaders(0),
      body: file.bytes.subarray(0, 9),
    })
    expect(await drop(1.8)).toBe(0)
    expect(await here()).toHaveLength(2)
    await storage.storage.locks.holding(id, async () => {
      expect(await drop(2)).toBe(0)
    })
    expect(await here()).toHaveLength(2)
    expect(await drop(2)).toBe(1)
    expect(await here()).toEqual([])
    const asked = { method: 'HEAD', headers: patchHeaders(0) }
    expect((await storage.fetch(creator, address, asked)).status).toBe(404)
  })

  it('removes working folders of dead processes, and enqueues missing renditions', async () => {
    const old = join(storage.storage.tools.folder, 'file-old')
    mkdirSync(old, { recursive: true })
    utimesSync(old, new Date(0), new Date(0))
    const seller = await buildSeller(storage.pool)
    const { id } = await picture(seller)
    await execute(storage.pool, sql`select graphile_worker.remove_job(${`files.prepare:${id}`})`)
    await tidy(1)
    expect(readdirSync(storage.storage.tools.folder)).toEqual([])
    const jobs = await rows(
      storage.pool,
      sql`select from graphile_worker.jobs where key = ${`files.prepare:${id}`}`,
    )
    expect(jobs).toHaveLength(1)
  })
})
