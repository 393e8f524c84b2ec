import { verify } from '@node-rs/argon2'
import { createAuthContext } from '#server/auth/auth-context.ts'
import { createPasswordHashes, PASSWORD_COST } from '#server/auth/password-hashes.ts'
import { readConfig } from '#server/config.ts'
import { createPool } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import { createLog } from '#server/http/log.ts'
import { load, median, type Sample } from './load.ts'
import type { Person } from './people.ts'
import type { BenchRequest } from './requests.ts'
import type { RunningServer } from './servers.ts'

/** What the auth service did, and what this machine does without it. */
export interface AuthFindings {
  signIns: Sample[]
  /** Comparisons of a password a second and nothing else, as many at once as the service makes. */
  hashesPerSecond: number
  user: Sample[]
  /** `select 1` through the bare server: one connection, one statement, one answer. */
  userBare: Sample[]
}

const PASSWORD = 'sturdy-oak-cart-42'
/** The service compares two at once; a few more wait, as people do. */
const SIGN_INS_AT_ONCE = 8
const ROUNDS = 3
const SECONDS = 1.2

const getUser = ({ token }: Person): BenchRequest => ({
  method: 'GET',
  path: '/auth/v1/user',
  headers: { authorization: `Bearer ${token}` },
})
const askBare = (): BenchRequest => ({ method: 'GET', path: '/health', headers: {} })

/**
 * Sign-ins by password and GET /user, in turns with what they stand beside. `env` is the product's; it must
 * have its limits off. The people get a password.
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
  const findings: AuthFindings = { signIns: [], hashesPerSecond: 0, user: [], userBare: [] }
  const hashes: number[] = []
  const few = people.slice(0, SIGN_INS_AT_ONCE)
  const ask = ({ url, pid }: RunningServer, by: readonly Person[], request: typeof signIn) =>
    load({ url, pid, people: by, request, seconds: SECONDS })
  for (let round = 0; round < ROUNDS; round += 1) {
    findings.signIns.push(await ask(product, few, signIn))
    hashes.push(await hashesPerSecond())
    findings.user.push(await ask(product, people, getUser))
    findings.userBare.push(await ask(bare, people, askBare))
  }
  findings.hashesPerSecond = median(hashes)
  return findings
}

/** One password for all, hashed once as the product does; answers their addresses. */
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

/** The findings as lines of the report. */
export function authReport({
  signIns,
  hashesPerSecond: hashes,
  user,
  userBare,
}: AuthFindings): string {
  const rate = (samples: readonly Sample[]) => median(samples.map((one) => one.requestsPerSecond))
  const p50 = (samples: readonly Sample[]) => median(samples.map((one) => one.p50)).toFixed(1)
  const ratio = (one: number, other: number) => (one / other).toFixed(2)
  return [
    '',
    `Sign in by password   ${rate(signIns).toFixed(1)}/s, p50 ${p50(signIns)} ms with ${SIGN_INS_AT_ONCE} at once; the bare hash ${hashes.toFixed(1)}/s with two at once; ${ratio(rate(signIns), hashes)} of it`,
    `GET /user             ${rate(user).toFixed(0)}/s, p50 ${p50(user)} ms; bare node:http + pg, select 1 ${rate(userBare).toFixed(0)}/s; ${ratio(rate(user), rate(userBare))} of it`,
  ].join('\n')
}
