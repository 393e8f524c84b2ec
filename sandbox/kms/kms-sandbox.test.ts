import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KmsSandbox, startKmsSandbox } from './kms-sandbox.ts'

let folder: string
let sandbox: KmsSandbox
const start = () =>
  startKmsSandbox({
    port: 0,
    host: '127.0.0.1',
    token: 'hvs.of-the-test',
    stateFile: join(folder, 'kms.json'),
  })
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-kms-'))
  sandbox = await start()
  await ask('keys/ours')
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

async function ask(path: string, body: object = {}, token = 'hvs.of-the-test') {
  const answer = await fetch(`${sandbox.url}/v1/transit/${path}`, {
    method: 'POST',
    headers: { 'x-vault-token': token },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const { data = {}, errors = [] } = (text === '' ? {} : JSON.parse(text)) as {
    data?: Record<string, string>
    errors?: string[]
  }
  return { status: answer.status, data, errors }
}

const plaintext = Buffer.from('a key').toString('base64')
const associated_data = Buffer.from('what it is').toString('base64')

test('decrypts what it encrypted, only with the same associated data', async () => {
  const { data } = await ask('encrypt/ours', { plaintext, associated_data })
  expect(data['ciphertext']).toMatch(/^vault:v1:[A-Za-z0-9+/=]+$/)
  const opened = await ask('decrypt/ours', { ...data, associated_data })
  expect(opened.data).toEqual({ plaintext })
  expect((await ask('decrypt/ours', data)).errors).toEqual([
    'cipher: message authentication failed',
  ])
})

test('encrypts with the newest key version, and decrypts with those that its policy allows', async () => {
  const before = (await ask('encrypt/ours', { plaintext })).data
  expect((await ask('keys/ours/rotate')).status).toBe(204)
  const after = (await ask('encrypt/ours', { plaintext })).data
  expect(after['ciphertext']).toMatch(/^vault:v2:/)
  expect((await ask('decrypt/ours', before)).data).toEqual({ plaintext })
  await ask('keys/ours/config', { min_decryption_version: 2 })
  expect((await ask('decrypt/ours', before)).status).toBe(400)
  expect((await ask('decrypt/ours', after)).data).toEqual({ plaintext })
})

test('refuses a wrong token, an unknown key and an unsupported operation', async () => {
  expect((await ask('encrypt/ours', { plaintext }, 'hvs.another')).status).toBe(403)
  expect((await ask('encrypt/theirs', { plaintext })).errors).toEqual(['encryption key not found'])
  expect((await ask('sign/ours', { plaintext })).status).toBe(404)
})

test('keeps its keys between runs, in a file that only its own user can read', async () => {
  const { data } = await ask('encrypt/ours', { plaintext })
  await sandbox.close()
  sandbox = await start()
  expect((await ask('decrypt/ours', data)).data).toEqual({ plaintext })
  expect(statSync(join(folder, 'kms.json')).mode & 0o777).toBe(0o600)
})
