import { verify } from '@node-rs/argon2'
import { decodeJwt } from 'jose'
import { createAuthContext } from '#server/auth/service/auth-context.ts'
import { createPasswordHashes, PASSWORD_COST } from '#server/auth/passwords/password-hashes.ts'
import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import { createLog } from '#server/logging/log.ts'
import { load, median, type Sample } from './load.ts'
import type { Person } from './people.ts'
import type { BenchRequest } from './requests.ts'
import type { RunningServer } from './servers.ts'

/** The throughput of the auth service, and what this machine does without it. */
export interface AuthFindings {
  signIns: Sample[]
  /** Password comparisons a second with nothing else running, at the service's own concurrency. */
  hashesPerSecond: number
  user: Sample[]
  /** The same statement through the bare server, which checks no token. */
  userBare: Sample[]
  /** What the response time reveals about an address, by call. */
  known: TimingComparison[]
}

/** For one call: medians in ms, and medians of the ratios of responses that were requested one after the other. */
interface TimingComparison {
  path: string
  knownMs: number
  unknownMs: number
  /** An address that has an account compared with one that has none. */
  ratio: number
  /** Two addresses without an account, so any difference between them is noise: how far the machine itself misleads. */
  noise: number
}

const PASSWORD = 'sturdy-oak-cart-42'
/** The service compares two at once; a few more wait, as real users do. */
const SIGN_INS_AT_ONCE = 8
const ROUNDS = 5
const SECONDS = 1.2
const WARM_UP_SECONDS = 3

const getUser = ({ id, token }: Person): BenchRequest => ({
  method: 'GET',
  path: '/auth/v1/user',
  headers: {
    authorization: `Bearer ${token}`,
    // For the bare server.
    'x-sender': id,
    'x-session': decodeJwt<{ session_id: string }>(token).session_id,
  },
})

/**
 * Measures sign-ins by password and GET /user, in turns with their yardsticks. `env` is the product's; its limits must
 * be off. The people get a password.
 */
export async function measureAuth(
  product: RunningServer,
  bare: RunningServer,
  people: readonly Person[],
  env: Record<string, string>,
): Promise<AuthFindings> {
  const addresses = await givePasswords(product.databaseUrl, people, env)
  const signIn = ({ id }: Person): BenchRequest => ({
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: addresses.get(id), password: PASSWORD }),
  })
  const findings: AuthFindings = {
    signIns: [],
    hashesPerSecond: 0,
    user: [],
    userBare: [],
    known: [],
  }
  const hashes: number[] = []
  const few = people.slice(0, SIGN_INS_AT_ONCE)
  const ask = async (
    { url, pid }: RunningServer,
    by: readonly Person[],
    request: typeof signIn,
    seconds = SECONDS,
  ): Promise<Sample[]> => {
    const sample = await load({ url, pid, people: by, request, seconds })
    return sample === null ? [] : [sample]
  }
  // Not recorded: neither has been requested before.
  for (const server of [product, bare]) await ask(server, people, getUser, WARM_UP_SECONDS)
  for (let round = 0; round < ROUNDS; round += 1) {
    findings.signIns.push(...(await ask(product, few, signIn)))
    hashes.push(await hashesPerSecond())
    findings.user.push(...(await ask(product, people, getUser)))
    findings.userBare.push(...(await ask(bare, people, getUser)))
  }
  findings.hashesPerSecond = median(hashes)
  findings.known = await compareKnown(product.url, [...addresses.values()])
  return findings
}

/** Gives everyone the same password, hashed once as the product does, and returns their addresses. */
async function givePasswords(
  databaseUrl: string,
  people: readonly Person[],
  env: Record<string, string>,
): Promise<Map<string, string>> {
  const config = readConfig({ ...env, DATABASE_URL: databaseUrl })
  const pool = createPool(databaseUrl, 2)
  try {
    const clock = () => new Date()
    const auth = createAuthContext({ config, pool, log: createLog('silent'), clock })
    const hash = await auth.passwords.hash(PASSWORD)
    const ids = people.map((person) => person.id)
    await execute(pool, sql`update auth.users set password_hash = ${hash} where id = any(${ids})`)
    const { rows } = await pool.query<{ id: string; email: string }>(
      'select id, email from auth.users where id = any($1)',
      [ids],
    )
    return new Map(rows.map(({ id, email }) => [id, email]))
  } finally {
    await pool.end()
  }
}

async function hashesPerSecond(): Promise<number> {
  const hash = await createPasswordHashes(PASSWORD_COST).hash(PASSWORD)
  const begun = performance.now()
  const end = begun + SECONDS * 1_000
  let done = 0
  const compare = async () => {
    while (performance.now() < end) {
      await verify(hash, PASSWORD)
      done += 1
    }
  }
  await Promise.all([compare(), compare()])
  return (done / (performance.now() - begun)) * 1_000
}

/** Calls that would reveal who has an account if they were faster for one address than for another. */
const COMPARED_CALLS = [
  ['/signup', (email: string) => ({ email, password: PASSWORD })],
  ['/recover', (email: string) => ({ email })],
  ['/resend', (email: string) => ({ email, type: 'signup' })],
  ['/otp', (email: string) => ({ email })],
  ['/magiclink', (email: string) => ({ email })],
  ['/token?grant_type=password', (email: string) => ({ email, password: 'not-theirs' })],
] as const
const TURNS = 120
const ASKED = ['known', 'unknown', 'nobody'] as const

/** Calls for one existing and two non-existent people in turns, one at a time, each of them first equally often. */
async function compareKnown(
  url: string,
  addresses: readonly string[],
): Promise<TimingComparison[]> {
  const timeOf = async (path: string, body: unknown) => {
    const begun = performance.now()
    const answer = await fetch(`${url}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await answer.arrayBuffer()
    return performance.now() - begun
  }
  const findings: TimingComparison[] = []
  for (const [path, bodyFor] of COMPARED_CALLS) {
    const turns: Record<(typeof ASKED)[number], number>[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      const times = { known: 0, unknown: 0, nobody: 0 }
      // Otherwise the work that one leaves behind (its mail) would always fall on the same successor.
      const order = turn % 2 === 0 ? ASKED : ASKED.toReversed()
      const first = turn % ASKED.length
      for (const who of [...order.slice(first), ...order.slice(0, first)]) {
        const email =
          who === 'known'
            ? (addresses[turn % addresses.length] ?? '')
            : `${who}.${findings.length}.${turn}@example.com`
        times[who] = await timeOf(path, bodyFor(email))
      }
      turns.push(times)
    }
    findings.push({
      path,
      knownMs: median(turns.map(({ known }) => known)),
      unknownMs: median(turns.map(({ unknown }) => unknown)),
      ratio: median(turns.map(({ known, unknown, nobody }) => (2 * known) / (unknown + nobody))),
      noise: median(turns.map(({ unknown, nobody }) => unknown / nobody)),
    })
  }
  return findings
}

/** Returns the findings as lines of the report. */
export function authReport({
  signIns,
  hashesPerSecond: hashes,
  user,
  userBare,
  known,
}: AuthFindings): string {
  const rate = (samples: readonly Sample[]) => median(samples.map((one) => one.requestsPerSecond))
  const p50 = (samples: readonly Sample[]) => median(samples.map((one) => one.p50)).toFixed(1)
  const ratio = (one: number, other: number) => (one / other).toFixed(2)
  return [
    '',
    `Sign in by password   ${rate(signIns).toFixed(1)}/s, p50 ${p50(signIns)} ms with ${SIGN_INS_AT_ONCE} at once; the bare hash ${hashes.toFixed(1)}/s with two at once; ${ratio(rate(signIns), hashes)} of it`,
    `GET /user             ${rate(user).toFixed(0)}/s, p50 ${p50(user)} ms; bare node:http + pg, same statement ${rate(userBare).toFixed(0)}/s; ${ratio(rate(user), rate(userBare))} of it`,
    ...known.map(
      ({ path, knownMs, unknownMs, ratio, noise }) =>
        `${path.padEnd(28)}known ${knownMs.toFixed(1)} ms, unknown ${unknownMs.toFixed(1)} ms; ${ratio.toFixed(2)}, two unknown ${noise.toFixed(2)}`,
    ),
  ].join('\n')
}
