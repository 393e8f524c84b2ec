import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { configOf, deployText } from '#tests/support/deploy-files.ts'

const unit = 'cartwright@.service'
const setting = (name: string) =>
  [...deployText(unit).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

test('the unit runs scripts/serve.mjs in an environment that production accepts', () => {
  const variables = parseEnv(setting('Environment').join('\n').replaceAll('%i', '3001'))
  const config = configOf(variables)
  expect(config).toMatchObject({ environment: 'production', port: 3001, trustedProxies: 1 })
  expect(config.dataDir).toBe(`/var/lib/${setting('StateDirectory')[0]}`)
  // The file overrides the unit: it must not name the port, or every instance would use the same one.
  expect(
    Object.keys(parseEnv(deployText('market.env.example'))).filter((name) => name in variables),
  ).toEqual([])
  expect(setting('ExecStart')).toEqual(['/usr/bin/node scripts/serve.mjs'])
  expect(existsSync('scripts/serve.mjs')).toBe(true)
  expect(setting('Restart')).toEqual(['always'])
  expect(readFileSync('deploy/haproxy.cfg', 'utf8')).toContain('127.0.0.1:3001')
})

const ANALYZE = '/usr/bin/systemd-analyze'

test.runIf(existsSync(ANALYZE))(
  'systemd-analyze accepts the unit, and reports a broken copy',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-unit-'))
    try {
      // systemd also checks that the program exists: here it is this machine's Node, wherever that is.
      const here = deployText(unit).replace('/usr/bin/node', process.execPath)
      writeFileSync(join(folder, unit), here)
      const verify = () => spawnSync(ANALYZE, ['verify', '--man=no', join(folder, unit)])
      const said = ({ stderr }: ReturnType<typeof verify>) =>
        stderr
          .toString()
          .split('\n')
          // Other units on this machine have their own findings.
          .filter((line) => line.includes(unit))
      const run = verify()
      expect({ error: run.error, said: said(run) }).toEqual({ error: undefined, said: [] })
      // Proves that it would have reported something.
      writeFileSync(join(folder, unit), here.replace('Restart=always', 'Restart=perhaps'))
      expect(said(verify())).not.toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
