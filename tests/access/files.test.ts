import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bucket, BUCKETS, UPLOAD_PATH } from '#contract/uploads.ts'
import { prepareFile } from '#server/uploads/prepare-file.ts'
import { signedFileUrl } from '#server/uploads/signed-link.ts'
import {
  beginUpload,
  startStorage,
  type TestStorage,
  uploadMetadata,
} from '#tests/support/storage.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { type AccessWorld, type Actor, ACTORS, buildAccessWorld } from './access-world.ts'

let storage: TestStorage
let world: AccessWorld
/** A delivery from the counterpart to the owner, with stored bytes. */
let delivery: string

beforeAll(async () => {
  storage = await startStorage()
  world = await buildAccessWorld(storage.pool)
  const bytes = Buffer.from('For the two of us.')
  const { counterpart } = world.people
  const file = { bucket: 'deliverable-files', name: 'notes.txt', bytes } as const
  const kept = await storage.upload(counterpart, { ...file, projectId: world.running.id })
  delivery = kept.id
  await prepareFile(storage.deps, storage.storage.tools, delivery)
})
afterAll(() => storage.close())

const as = (actor: Actor) => (actor === 'anonymous' ? null : world.people[actor])

/** Who may start an upload into each bucket; project buckets are for the running deal. A new bucket needs a line. */
const mayUpload: Record<Bucket, Partial<Record<Actor, number>>> = {
  avatars: {
    owner: 201,
    counterpart: 201,
    applicant: 201,
    stranger_seller: 201,
    stranger_creator: 201,
    operator: 201,
  },
  'product-images': {
    owner: 201,
    stranger_seller: 201,
    operator: 201,
    counterpart: 403,
    applicant: 403,
    stranger_creator: 403,
  },
  portfolio: {
    counterpart: 201,
    applicant: 201,
    stranger_creator: 201,
    owner: 403,
    stranger_seller: 403,
    operator: 403,
  },
  'deliverable-files': { counterpart: 201 },
  'proof-screenshots': { counterpart: 201 },
  // The running deal has no dispute; for an open one see server/disputes/dispute-files.test.ts.
  'dispute-evidence': { owner: 409, counterpart: 409 },
  // The two people who talk about the running deal.
  'message-files': { owner: 201, counterpart: 201 },
}

describe('starting an upload', () => {
  test.each(BUCKETS)(
    'into %s is allowed only to the people whom the table lists',
    async (bucket) => {
      for (const actor of ACTORS) {
        const metadata = Object.entries(
          uploadMetadata({ bucket, bytes: Buffer.alloc(0), projectId: world.running.id }),
        )
        const { status } = await storage.fetch(as(actor), UPLOAD_PATH, {
          method: 'POST',
          headers: {
            'tus-resumable': '1.0.0',
            'upload-length': '500000',
            'upload-metadata': metadata
              .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
              .join(','),
          },
        })
        const expected = actor === 'anonymous' ? 401 : (mayUpload[bucket][actor] ?? 404)
        expect({ actor, status }).toEqual({ actor, status: expected })
      }
    },
  )
})

test.each(['HEAD', 'GET', 'PATCH', 'DELETE'])(
  '%s on an upload is allowed only to the person who started it',
  async (method) => {
    const { counterpart } = world.people
    const file = { bucket: 'avatars', bytes: Buffer.alloc(100) } as const
    const path = new URL(await beginUpload(storage, counterpart, file), storage.origin).pathname
    for (const actor of ACTORS.filter((one) => one !== 'counterpart')) {
      for (const address of [path, `${UPLOAD_PATH}/${delivery}`]) {
        const { status } = await storage.fetch(as(actor), address, {
          method,
          headers: {
            'tus-resumable': '1.0.0',
            'upload-offset': '0',
            'content-type': 'application/offset+octet-stream',
          },
          ...(method === 'PATCH' ? { body: 'x' } : {}),
        })
        expect({ actor, status }).toEqual({ actor, status: actor === 'anonymous' ? 401 : 404 })
      }
    }
  },
)

describe('a private file', () => {
  const another = { keys: soleKey('another-secret-of-sixteen') }

  test('opens through its signed link, for anyone who has it, and in no other way', async () => {
    const now = new Date()
    const whose = { readerId: world.people.counterpart.id }
    const good = signedFileUrl(storage.deps.config, delivery, now, whose)
    const query = good.slice(good.indexOf('?'))
    const old = signedFileUrl(
      storage.deps.config,
      delivery,
      new Date(now.getTime() - 3_600_000),
      whose,
    )
    const addresses: [string, number][] = [
      [good, 200],
      [`/storage/private/${delivery}`, 404],
      [`/storage/private/${world.freshFile.id}${query}`, 404],
      [signedFileUrl(another, delivery, now, whose), 404],
      [signedFileUrl(storage.deps.config, delivery, now), 404],
      [good.replace(whose.readerId, world.people.owner.id), 404],
      [old, 404],
      [good.replace('expires=', 'expires=9'), 404],
      [`${good}&rendition=poster.webp`, 404],
      [`/storage/public/deliverable-files/${world.people.counterpart.id}/${delivery}.txt`, 404],
    ]
    for (const actor of ACTORS)
      for (const [address, expected] of addresses) {
        const { status } = await storage.fetch(as(actor), address)
        expect({ actor, address, status }).toEqual({ actor, address, status: expected })
      }
  })

  test('is offered only to the parties of its deal', async () => {
    for (const actor of ACTORS) {
      const { body } = await storage.call(as(actor), 'deliverables.for_project', {
        params: { id: world.running.id },
      })
      const told = JSON.stringify(body).includes('/storage/private/')
      expect({ actor, told }).toEqual({ actor, told: actor === 'owner' || actor === 'counterpart' })
    }
  })
})
