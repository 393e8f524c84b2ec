import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { configOf, deployText, MIGRATE_COMMAND } from '#tests/support/deploy-files.ts'

const words = z.record(z.string(), z.string())
const file = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
        env_file: z.string().optional(),
        environment: words.optional(),
        command: z.array(z.string()).optional(),
        ports: z.array(z.string()).optional(),
        volumes: z.array(z.string()).optional(),
        stop_grace_period: z.string().optional(),
        depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
      }),
    ),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(deployText('compose.yaml'), { merge: true }))
const { product, migrate, bucket, database } = file.services

test('the Compose file gives the product a database, a bucket and the image’s port', () => {
  const config = configOf(product?.environment ?? {})
  const at = new URL(config.databaseUrl)
  expect(database?.environment).toEqual({
    POSTGRES_USER: at.username,
    POSTGRES_PASSWORD: at.password,
    POSTGRES_DB: at.pathname.slice(1),
  })
  expect(new URL(config.s3?.endpoint ?? '').hostname).toBe('store')
  expect(deployText('compose.yaml')).toContain(`"secretKey": "${config.s3?.keys?.secretAccessKey}"`)
  expect(product?.ports).toEqual([`127.0.0.1:${config.port}:${config.port}`])
  // A separate service migrates the schema, and it comes first.
  expect(config.migrateAtStart).toBe(false)
  expect(migrate?.environment).toEqual(product?.environment)
  expect(migrate?.command).toEqual(MIGRATE_COMMAND)
})

test('the Compose file names only services, volumes and files that exist', () => {
  const services = Object.values(file.services)
  const files = services.flatMap(({ build, env_file: variables }) => [
    ...(build === undefined ? [] : [join(build.context, build.dockerfile)]),
    ...(variables === undefined ? [] : [`${variables}.example`]),
  ])
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((name) => !existsSync(join('deploy', name)))).toEqual([])
  const mounts = services.flatMap(({ volumes = [] }) => volumes.map((mount) => mount.split(':')[0]))
  expect(mounts.toSorted()).toEqual(Object.keys(file.volumes).toSorted())
  const first = services.flatMap(({ depends_on: names = [] }) =>
    Array.isArray(names) ? names : Object.keys(names),
  )
  expect(first.filter((name) => !(name in file.services))).toEqual([])
})

test('the program that creates the bucket starts, and reports a refused connection', () => {
  const [program = '', ...args] = bucket?.command ?? []
  const env = {
    ...process.env,
    ...bucket?.environment,
    STORAGE_S3_ENDPOINT: 'http://127.0.0.1:9',
  }
  const run = spawnSync(program, args, { env })
  expect(run.stderr.toString()).toContain('ECONNREFUSED')
})
