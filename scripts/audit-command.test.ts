import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAct } from '#server/operator/acts/operator-acts.ts'
import { buildOperator } from '#tests/support/builders.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'

const run = promisify(execFile)
let database: FreshDatabase
let owner: Pool
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'audit-command-'))
  database = await freshDatabase()
  owner = createPool(database.url, 2)
  const { id } = await buildOperator(owner)
  for (const reason of ['First.', 'Second.', 'Third.'])
    await inTransaction(owner, (tx) =>
      recordAct(tx, {
        actorId: id,
        act: 'ban',
        subject: 'person',
        subjectId: id,
        subjectName: '',
        reason,
      }),
    )
})
afterAll(async () => {
  await owner.end()
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

/** Runs the command as an operator does, on a database that processes are using. */
const audit = (...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/audit-command.ts', ...args], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      DATABASE_URL: database.servingUrl,
      FILE_LINK_SECRET: 'a secret of the test that is long enough',
      PUBLIC_URL: 'https://market.example',
    },
  })

test('the command prints and verifies the chain, and names the first act that was tampered with', async () => {
  const { stdout: lines } = await audit('export')
  const acts = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { hash: string; act: { why: string } })
  expect(acts.map(({ act }) => act.why)).toEqual(['First.', 'Second.', 'Third.'])
  const { stdout: rest } = await audit('export', 'syslog', '2')
  expect(rest).toMatch(/^<109>1 \S+ market\.example cartwright - ban \[.*\] .*"Third\."[^\n]*\n$/)

  const { stdout } = await audit('verify', acts[1]?.hash ?? '')
  expect(stdout).toBe(
    `holds  3 acts, the last with the hash ${acts[2]?.hash}\nholds  0 seals of evidence\n`,
  )

  await owner.query(
    "alter table operator_acts disable trigger user; update operator_acts set why = 'Nothing.' where why = 'Second.'",
  )
  await expect(audit('verify')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^BROKEN {2}Position 2, act \d+: not what was recorded/),
  })
})

test('invalid arguments print the usage', async () => {
  for (const args of [['verify', 'me'], ['export', 'xml'], ['export', 'json', '-1'], []])
    await expect(audit(...args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Usage: /),
    })
})
