import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { AUTH_PATH } from '#contract/auth.ts'
import { UPLOAD_PATH, type UploadedFile } from '#contract/uploads.ts'
import { signedFileUrl } from '#server/uploads/signed-link.ts'
import { socketTo } from '#tests/support/sockets.ts'
import type { Family } from './family.ts'
import { FILE_LINK_SECRET, type Target } from './target.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { upload } from './upload.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (text: string | undefined) =>
  JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as Record<string, unknown>

/** Forged tokens, made from a real token of its holder. Each says whose it pretends to be: another person's. */
async function forgeries(target: Target): Promise<Record<string, string>> {
  const { owner, stranger_creator: thief } = target.world.people
  const real = target.tokenOf(thief)
  const [head, body, signature] = real.split('.')
  const header = read(head)
  const claims = read(body)
  const victim = read(target.tokenOf(owner).split('.')[1])
  const keys = JSON.parse(
    (await target.send({ path: `${AUTH_PATH}/.well-known/jwks.json` })).body,
  ) as { keys: { kid: string; alg: string; x: string; y: string; crv: string; kty: string }[] }
  const [published] = keys.keys
  if (published === undefined) throw new Error('no key is published')
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ownPublic = await exportJWK(own.publicKey)
  const signed = (changed: object, protectedHeader: object = {}) =>
    new SignJWT({ ...victim, ...changed })
      .setProtectedHeader({ ...header, alg: 'ES256', ...protectedHeader })
      .sign(own.privateKey)
  const hmac = (secret: string, alg = 'HS256', kid: unknown = header['kid']) => {
    const text = `${part({ ...header, alg, kid })}.${part(victim)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const publicPem = createPublicKey({ key: published, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  }) as string
  return {
    'no algorithm': `${part({ ...header, alg: 'none' })}.${part(victim)}.`,
    'no algorithm, in other letters': `${part({ ...header, alg: 'nOnE' })}.${part(victim)}.${signature}`,
    'the signature left out': `${head}.${body}.`,
    'another’s claims under one’s own signature': `${head}.${part(victim)}.${signature}`,
    'one’s own claims with another’s name': `${head}.${part({ ...claims, sub: owner.id })}.${signature}`,
    'one’s own claims with a second factor': `${head}.${part({ ...claims, aal: 'aal2' })}.${signature}`,
    'a bit of the signature changed': `${head}.${body}.${flipped(signature ?? '')}`,
    'a signature of zeros': `${head}.${part(victim)}.${Buffer.alloc(64).toString('base64url')}`,
    'a key of one’s own': await signed({}),
    'a key of one’s own, named in the header': await signed({}, { jwk: ownPublic }),
    'a key of one’s own, at an address': await signed(
      {},
      { jku: 'https://evil.example/jwks.json', x5u: 'https://evil.example/x.pem' },
    ),
    'a key that is a path': await signed({}, { kid: '../../dev/null' }),
    'a key that is a statement': await signed({}, { kid: "' or 1=1; --" }),
    'a key that is no text': await signed({}, { kid: { $ne: null } as unknown as string }),
    'no key': await signed({}, { kid: undefined }),
    'the published key as a secret': hmac(JSON.stringify(published)),
    'the published point as a secret': hmac(published.x + published.y),
    'the published key as a written secret': hmac(publicPem),
    'an empty secret': hmac(''),
    'a secret of the documentation': hmac(
      'super-secret-jwt-token-with-at-least-32-characters-long',
    ),
    'another issuer': await signed({ iss: 'https://evil.example/auth/v1' }),
    'another audience': await signed({ aud: 'anon' }),
    'a role of its own': await signed({ role: 'service_role' }),
    'an ended session': await signed({ session_id: randomUUID() }),
    'an encrypted form': `${part({ alg: 'dir', enc: 'A256GCM' })}..${part({})}.${part(victim)}.x`,
    'five parts': `${real}.x.y`,
    'two tokens': `${real}, ${target.tokenOf(owner)}`,
    nothing: '',
    'the words': 'undefined',
  }
}

/** The same length, with one letter changed in the middle. */
const flipped = (signature: string) => {
  const at = Math.trunc(signature.length / 2)
  return `${signature.slice(0, at)}${signature[at] === 'A' ? 'B' : 'A'}${signature.slice(at + 1)}`
}

/** What a good token opens on each surface, and the response without one. */
const DOORS: readonly [string, string, readonly number[]][] = [
  ['GET', '/api/profiles/me', [401]],
  ['GET', '/api/operator/people', [404]],
  ['GET', `${AUTH_PATH}/user`, [401, 403]],
  ['GET', `${AUTH_PATH}/admin/users`, [401, 403]],
  ['POST', UPLOAD_PATH, [401]],
]

/** Tokens, links and signatures that we did not make open nothing, on any surface. */
export const forgedTokens: Family = {
  name: 'forged tokens',
  async attack(target, tally, { some }) {
    const good = target.tokenOf(target.world.people.owner)
    const known = await target.send({ path: '/api/profiles/me', token: good })
    // Otherwise everything below would hold for no reason.
    tally.count('a real token', known.status === 200 ? null : `answered ${known.status}`)
    const tokens = Object.entries(await forgeries(target))
    for (const [what, token] of tokens)
      for (const [method, path, refusals] of DOORS) {
        const { status } = await target.send({
          method,
          path,
          headers: {
            authorization: `Bearer ${token}`,
            'tus-resumable': '1.0.0',
            'upload-length': '5',
          },
        })
        tally.count(
          `${what} at ${method} ${path}`,
          refusals.includes(status) ? null : `answered ${status}`,
        )
      }
    for (const [what, token] of some(tokens, 6)) {
      const socket = socketTo(target.origin, token)
      const isLetIn = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true))
        socket.once('connect_error', () => resolve(false))
      })
      socket.disconnect()
      tally.count(`${what} at the socket`, isLetIn ? 'was let in' : null)
    }
    await forgedLinks(target, tally)
    await forgedEvents(target, tally)
  },
}

async function forgedLinks(target: Target, tally: Parameters<Family['attack']>[1]): Promise<void> {
  const { status: stored, body } = await upload(target, {
    bucket: 'deliverable-files',
    name: 'notes.txt',
    bytes: Buffer.from('For the two of us.'),
  })
  const { id: fileId, url: ours } = JSON.parse(body) as UploadedFile
  const opened = await target.send({ path: ours })
  // Otherwise everything below would hold for no reason.
  tally.count(
    'a real link',
    opened.body.includes('the two of us') ? null : `answered ${stored}, ${opened.status}`,
  )
  const now = new Date()
  const whose = { readerId: target.world.people.counterpart.id }
  const link = (secret: string, at = now) =>
    signedFileUrl({ keys: soleKey(secret) }, fileId, at, whose)
  const signature = new URLSearchParams(ours.split('?')[1]).get('signature') ?? ''
  const links: Record<string, string> = {
    'a link without a signature': `/storage/private/${fileId}`,
    'a link with an empty signature': ours.replace(signature, ''),
    'a link with a bit of its signature changed': ours.replace(signature, flipped(signature)),
    'a link signed by another secret': link('another-secret-of-sixteen'),
    'a link that is over': link(FILE_LINK_SECRET, new Date(now.getTime() - 3_600_000)),
    'a link that would be good for years': link(FILE_LINK_SECRET, new Date(now.getTime() + 1e11)),
    'another file under a good signature': ours.replace(fileId, target.world.freshFile.id),
    'an expiry that was raised': ours.replace(/expires=\d/, 'expires=9'),
    'an expiry a minute later': ours.replace(
      /expires=(\d+)/,
      (_, seconds: string) => `expires=${Number(seconds) + 60}`,
    ),
    'a rendition that was not signed': `${ours}&rendition=poster.webp`,
    'another reader': ours.replace(whose.readerId, target.world.people.owner.id),
  }
  for (const [what, path] of Object.entries(links)) {
    const { status } = await target.send({ path })
    tally.count(what, status === 404 || status === 400 ? null : `answered ${status}`)
  }
}

async function forgedEvents(target: Target, tally: Parameters<Family['attack']>[1]): Promise<void> {
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'charge.succeeded',
    data: {
      object: { id: 'ch_forged', amount: 1, transfer_group: `payment_${target.world.payment.id}` },
    },
  })
  const seconds = Math.floor(Date.now() / 1_000)
  const sign = (secret: string, at: number) =>
    `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  const stored = async () =>
    (await target.pool.query('select count(*)::int as count from webhook_events')).rows[0]
  const before = JSON.stringify(await stored())
  for (const [what, signature] of Object.entries({
    'an event without a signature': '',
    'an event signed by another secret': sign('whsec_of_someone_else', seconds),
    'an event signed with nothing': sign('', seconds),
    'an event of another scheme': sign('', seconds).replace('v1', 'v0'),
    'an event with a signature of zeros': `t=${seconds},v1=${'0'.repeat(64)}`,
  })) {
    const { status } = await target.send({
      method: 'POST',
      path: '/webhooks/stripe',
      headers: {
        'content-type': 'application/json',
        ...(signature === '' ? {} : { 'stripe-signature': signature }),
      },
      body,
    })
    tally.count(what, status === 400 ? null : `answered ${status}`)
  }
  const after = JSON.stringify(await stored())
  tally.count('all forged events', after === before ? null : 'one was stored')
}
