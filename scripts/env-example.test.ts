import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { environment } from '#server/config/variables.ts'
import { envExample } from './env-example-text.ts'

const written = readFileSync('.env.example', 'utf8')

test('.env.example matches the schema of the environment: `npm run env:example` writes it', () => {
  expect(written).toBe(envExample())
})

test('.env.example lists every variable once, with its real default', () => {
  const uncommented = parseEnv(written.replaceAll(/^#(?=[A-Z])/gm, ''))
  const built = readFileSync('web/page/brand.ts', 'utf8').matchAll(/env\.([A-Z_]+)/g)
  const known = new Set([...Object.keys(environment.shape), ...[...built].map(([, name]) => name)])
  expect(Object.keys(uncommented).toSorted()).toEqual([...known].toSorted())
  expect(written.match(/^#[A-Z]/gm)).toHaveLength(known.size)
  const DATABASE_URL = 'postgres://localhost/cartwright'
  expect(asData({ ...uncommented, DATABASE_URL })).toEqual(asData({ DATABASE_URL }))
})

test('.env.example shows the defaults that the web app is built with', () => {
  const shown = parseEnv(written.replaceAll(/^#(?=[A-Z])/gm, ''))
  const brand = readFileSync('web/page/brand.ts', 'utf8')
  const defaults = [...brand.matchAll(/env\.([A-Z_]+), '([^']+)'/g)]
  expect(defaults.length).toBe(6)
  for (const [, name = '', value] of defaults) expect(shown[name], name).toBe(value)
})

/** A configuration with its keys as data instead of functions. */
function asData(env: Record<string, string | undefined>) {
  const { keys, ...config } = readConfig(env)
  const marks = keys.versions.map((version) => [version, keys.markOf(version)])
  return { ...config, keys: { maker: keys.maker, marks } }
}
