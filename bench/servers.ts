import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { type Child, startChild } from '#scripts/child.ts'

/** One of our servers, ready to respond, in a process of its own. */
export interface RunningServer {
  url: string
  databaseUrl: string
  pid: number
  child: Child
}

/** Connections to PostgreSQL that each server may open: the product's default. */
export const POOL = 10

/**
 * The product's environment, without the database: production, with every provider at an address where nothing listens,
 * so that nothing can leave this machine. Neither request calls one.
 */
export function productEnv(folder: string, port: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: join(folder, 'data'),
    DATABASE_POOL: String(POOL),
    DEMO_DATA: '0',
    STRIPE_API_BASE: 'https://stripe.invalid',
    STRIPE_SECRET_KEY: 'sk_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    GOOGLE_ISSUER: 'https://google.invalid',
    GOOGLE_CLIENT_ID: 'nobody',
    GOOGLE_CLIENT_SECRET: 'none',
    SMTP_URL: 'smtp://mail.invalid:25',
    MAIL_FROM: 'Nobody <nobody@mail.invalid>',
    SUPPORT_EMAIL: 'nobody@mail.invalid',
    FILE_LINK_SECRET: 'kept-for-one-run-only',
    // Everyone here signs in from one address.
    AUTH_TEST_LIMITS: '1',
  }
}

/** Bundles the bare server as scripts/build.mjs bundles the product: neither runs through a loader. */
export const bundleBareServer = (root: string, folder: string): Promise<string> =>
  bundle(root, folder, 'bare-server')

/** Bundles a program of this folder and returns the file. */
export async function bundle(root: string, folder: string, name: string): Promise<string> {
  const file = join(folder, `${name}.js`)
  const bundle = await rolldown({
    cwd: root,
    input: `bench/${name}.ts`,
    platform: 'node',
    external: (id) => !/^([./#]|@oxc-project\/runtime\/)/.test(id),
    transform: { target: 'node22.22' },
  })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return file
}

/** What to run, on which port and database. */
export interface ServerOptions {
  name: string
  program: string
  port: number
  databaseUrl: string
  env: Record<string, string>
  /** For its output. */
  folder: string
}

/**
 * Starts a server. Calls `started` at once, so that it can be stopped while it comes up. Throws with its last output.
 */
export async function startServer(
  { name, program, port, databaseUrl, env, folder }: ServerOptions,
  started: (child: Child) => void,
): Promise<RunningServer> {
  const logFile = join(folder, `${name}.log`)
  const child = startChild({
    name,
    args: ['--enable-source-maps', program],
    // Nothing of our own environment is passed on: a NODE_OPTIONS or a PGHOST would change what is measured.
    env: { PATH: process.env['PATH'], ...env, PORT: String(port), DATABASE_URL: databaseUrl },
    logFile,
  })
  started(child)
  const url = `http://127.0.0.1:${port}`
  const { pid } = child.process
  if (pid === undefined || !(await child.answers(`${url}/health`, 20_000)))
    throw new Error(`The ${name} server did not come up.\n${readFileSync(logFile, 'utf8').trim()}`)
  return { url, databaseUrl, pid, child }
}

/** The bare server's environment. */
export const bareEnv = { NODE_ENV: 'production', DATABASE_POOL: String(POOL) }
