import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { REQUIRED } from '#server/config/production-config.ts'
import { configOf, deployText, FILLED } from '#tests/support/deploy-files.ts'

const lines = deployText('Containerfile')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const of = (instruction: string, from = lines) =>
  from
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1))
const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
const allowed = readFileSync('.dockerignore', 'utf8')
  .match(/^!.+/gm)
  ?.map((line) => line.slice(1))

test('the image is built from existing files, exactly those that .dockerignore lets in', () => {
  const copied = of('COPY')
    .filter((line) => !line.startsWith('--from'))
    .flatMap((line) => line.split(' ').slice(0, -1))
  expect(copied.filter((path) => !existsSync(path))).toEqual([])
  expect(allowed?.toSorted()).toEqual(copied.toSorted())
  expect(readFileSync('.dockerignore', 'utf8')).toMatch(/^\*$/m)
})

test('.dockerignore lets in every source that the build script lists', () => {
  const build = readFileSync('scripts/build.mjs', 'utf8')
  const read = [...build.matchAll(/^ {4,6}sources: \[([^\]]+)\]/gm)]
    .flatMap(([, list = '']) => [...list.matchAll(/'([^']+)'/g)])
    .map(([, path = '']) => path)
  expect(read.length).toBeGreaterThan(10)
  expect(read.filter((path) => !allowed?.includes(path.split('/')[0] ?? ''))).toEqual([])
})

test('the image has two stages, both on the Node version of .nvmrc', () => {
  expect(of('FROM')).toEqual([
    'node:${NODE_VERSION}-bookworm-slim AS build',
    'node:${NODE_VERSION}-bookworm-slim',
  ])
  expect(of('ARG')).toEqual([`NODE_VERSION=${readFileSync('.nvmrc', 'utf8').split('.')[0]}`])
  expect(of('RUN').at(1)).toMatch(/npm run build && npm prune --omit=dev/)
  // npm has the script that the first stage runs.
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }
  expect(scripts).toHaveProperty('build')
})

test('the final image has no package manager, compiler or development package', () => {
  const removed = of('RUN', lastStage).filter((step) => step.startsWith('rm -rf'))
  for (const tool of ['lib/node_modules', 'bin/npm', 'bin/npx', 'bin/corepack', 'bin/yarn'])
    expect(removed.join(' ')).toContain(`/usr/local/${tool}`)
  expect(
    of('RUN', lastStage).filter((step) => /apt|apk|npm (ci|install)|curl|gcc|make /.test(step)),
  ).toEqual([])
  // Everything it copies comes from the first stage, after that stage has removed what is only needed to build.
  expect(of('COPY', lastStage).every((step) => step.startsWith('--from=build'))).toBe(true)
  expect(of('RUN').at(1)).toContain('rm -rf node_modules/typescript')
})

test('the image runs as non-root, exposes its configured port, and receives signals itself', () => {
  const variables = parseEnv(of('ENV', lastStage).join(' ').replaceAll(' ', '\n')) as Record<
    string,
    string
  >
  const config = configOf(variables)
  expect(config).toMatchObject({ environment: 'production', host: '0.0.0.0' })
  expect(of('EXPOSE')).toEqual([String(config.port)])
  expect(of('VOLUME')).toEqual([config.dataDir])
  expect(of('USER', lastStage)).toEqual(['1000:1000'])
  const command = JSON.parse(of('CMD', lastStage)[0] ?? '') as string[]
  expect(command).toEqual(['node', 'scripts/serve.mjs'])
  expect(existsSync('scripts/serve.mjs')).toBe(true)
})

test('the health check passes only while the process reports that it is alive', async () => {
  const [check = ''] = of('HEALTHCHECK', lastStage)
  const [program = '', ...args] = JSON.parse(check.slice(check.indexOf('CMD ') + 4)) as string[]
  let alive = 200
  const server = createServer(({ url }, answer) => {
    answer.writeHead(url === '/health/live' ? alive : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const status = async () => {
    const run = spawn(program, args, { env: { ...process.env, PORT: String(port) } })
    let said = ''
    run.stderr.on('data', (data: Buffer) => (said += data.toString()))
    const [code] = (await once(run, 'close')) as [number]
    return { code, said }
  }
  expect(await status()).toEqual({ code: 0, said: '' })
  alive = 503
  expect(await status()).toEqual({ code: 1, said: '' })
  server.close()
  await once(server, 'close')
  expect(await status()).toEqual({ code: 1, said: '' })
})

test('market.env.example lists every variable that production requires, all known and empty', () => {
  const listed = parseEnv(deployText('market.env.example'))
  expect(Object.keys(listed).toSorted()).toEqual(Object.keys(FILLED).toSorted())
  expect(Object.keys(listed)).toEqual(expect.arrayContaining(Object.keys(REQUIRED)))
  expect(new Set(Object.values(listed))).toEqual(new Set(['']))
  configOf({ NODE_ENV: 'production' })
})
