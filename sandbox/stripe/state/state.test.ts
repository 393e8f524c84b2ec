import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import {
  TEST_KEYS,
  rawCall,
  startReceiver,
  startTestSandbox,
  until,
} from '#sandbox/stripe/test-support.ts'

let folder: string
let stateFile: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'))
  stateFile = join(folder, 'deeper', 'stripe.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('acknowledged calls survive a restart, including their idempotency keys', async () => {
  const first = await startTestSandbox({ stateFile })
  const made = await rawCall(first, 'POST /v1/customers', { key: 'k1', form: { name: 'Ada' } })
  await first.close()

  const second = await startTestSandbox({ stateFile })
  const found = await rawCall(second, `GET /v1/customers/${made.json.id}`)
  expect(found.json['name']).toBe('Ada')
  const again = await rawCall(second, 'POST /v1/customers', { key: 'k1', form: { name: 'Ada' } })
  expect(again.text).toBe(made.text)
  await second.close()
})

test('a kill loses nothing that was acknowledged', async () => {
  const program = `
    import { startStripeSandbox } from ${JSON.stringify(new URL('../server.ts', import.meta.url).href)}
    const { url } = await startStripeSandbox({ port: 0, ...${JSON.stringify(TEST_KEYS)}, stateFile: ${JSON.stringify(stateFile)} })
    process.stdout.write(url)
  `
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: new URL('../../..', import.meta.url).pathname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk]: unknown[] = await once(child.stdout, 'data')
  const remote = { url: String(chunk) } as StripeSandbox
  const acknowledged: string[] = []
  const writers = Array.from({ length: 8 }, async (_none, writer) => {
    for (let n = 0; acknowledged.length < 200; n += 1) {
      const answer = await rawCall(remote, 'POST /v1/customers', {
        form: { name: `${writer}-${n}` },
      }).catch(() => null)
      if (answer === null) return
      acknowledged.push(String(answer.json.id))
    }
  })
  await until('some customers', () => acknowledged.length >= 40)
  child.kill('SIGKILL')
  await Promise.all([...writers, once(child, 'exit')])

  const sandbox = await startTestSandbox({ stateFile })
  expect(acknowledged.length).toBeGreaterThanOrEqual(40)
  expect(acknowledged.filter((id) => sandbox.state.customers[id] === undefined)).toEqual([])
  await sandbox.close()
})

test('an undelivered event is sent after a restart', async () => {
  const first = await startTestSandbox({ stateFile })
  await rawCall(first, 'POST /v1/customers', { form: { name: 'Ada' } })
  await first.close()
  const receiver = await startReceiver()
  const second = await startTestSandbox({ stateFile, webhookUrl: receiver.url })
  await until('the event', () =>
    receiver.received.some((message) => message.type === 'customer.created'),
  )
  await second.close()
  await receiver.close()
})

test('a file that is not the state of a Stripe sandbox is refused, and not overwritten', async () => {
  const file = join(folder, 'other.json')
  writeFileSync(file, '{"hello":1}')
  await expect(startTestSandbox({ stateFile: file })).rejects.toThrow(
    'is not the state of a Stripe sandbox',
  )
  expect(readFileSync(file, 'utf8')).toBe('{"hello":1}')
})
