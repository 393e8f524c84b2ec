import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '#scripts/ports.ts'
import { linksIn } from './message-links.ts'
import { startMailSandbox, type RunningSandbox } from './mail-sandbox.ts'
import type { ReceivedMessage } from './message-store.ts'

let folder: string
let httpPort: number
let smtpPort: number
let sandbox: RunningSandbox

const start = () =>
  startMailSandbox({ httpPort, smtpPort, host: '127.0.0.1', stateFile: join(folder, 'mail.jsonl') })
const send = (mail: {
  to: string | string[]
  subject: string
  text?: string
  html?: string
  attachments?: { filename: string; content: Buffer; cid: string }[]
}) =>
  createTransport(`smtp://127.0.0.1:${smtpPort}`).sendMail({
    from: 'Shop <shop@example.com>',
    ...mail,
  })
const messages = async (to: string): Promise<ReceivedMessage[]> => {
  const answer = await fetch(`http://127.0.0.1:${httpPort}/messages?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as ReceivedMessage[]
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mail-sandbox-'))
  ;[httpPort, smtpPort] = [await freePort(), await freePort()]
  sandbox = await start()
})
afterEach(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

test('mail is listed by recipient, newest first, with its links unescaped', async () => {
  await send({ to: 'ann@example.com', subject: 'First', text: 'See http://localhost/a?b=1.' })
  await send({
    to: ['Ann <ANN@example.com>', 'bob@example.com'],
    subject: 'Zweite – später',
    text: 'plain',
    html: '<a href="http://localhost/confirm?token=x&amp;type=signup">Confirm</a>',
  })
  const [newest, oldest, ...rest] = await messages('ann@example.com')
  expect(rest).toEqual([])
  expect(newest).toMatchObject({ subject: 'Zweite – später', from: 'shop@example.com' })
  expect(newest?.links).toEqual(['http://localhost/confirm?token=x&type=signup'])
  expect(oldest).toMatchObject({ subject: 'First', html: '', links: ['http://localhost/a?b=1'] })
  expect(await messages('bob@example.com')).toHaveLength(1)
  expect(await messages('nobody@example.com')).toEqual([])
})

test('a mail is shown with its inline pictures', async () => {
  const html = '<img src="cid:a@mail" alt="A frame"><img src="cid:gone@mail">'
  const picture = { filename: 'a.jpg', content: Buffer.from('JPEG'), cid: 'a@mail' }
  await send({ to: 'ann@example.com', subject: 'Notes', html, attachments: [picture] })
  const [message] = await messages('ann@example.com')
  expect(message).not.toHaveProperty('pictures')
  const page = await (await fetch(`http://127.0.0.1:${httpPort}/view/${message?.id}`)).text()
  const data = `data:image/jpeg;base64,${Buffer.from('JPEG').toString('base64')}`
  expect(page).toContain(`src=&quot;${data}&quot; alt=&quot;A frame&quot;`)
  expect(page).toContain('src=&quot;cid:gone@mail&quot;')
})

test('mail survives a restart', async () => {
  await send({ to: 'ann@example.com', subject: 'Kept', text: 'hello' })
  const before = await messages('ann@example.com')
  await sandbox.close()
  sandbox = await start()
  expect(await messages('ann@example.com')).toEqual(before)
  expect(before).toHaveLength(1)
})

test('an address can be made to fail permanently or temporarily', async () => {
  await expect(send({ to: 'bounce@example.com', subject: 'x', text: 'x' })).rejects.toMatchObject({
    responseCode: 550,
  })
  await expect(send({ to: 'defer@example.com', subject: 'x', text: 'x' })).rejects.toMatchObject({
    responseCode: 451,
  })
})

test('a mail’s page executes nothing the mail contains', async () => {
  const html = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
  await send({ to: 'ann@example.com', subject: '<b>bold</b>', text: 'x', html })
  const [message] = await messages('ann@example.com')
  const page = await (await fetch(`http://127.0.0.1:${httpPort}/view/${message?.id}`)).text()
  expect(page).not.toContain('<script>alert(1)')
  expect(page).not.toContain('<img src=x')
  expect(page).not.toContain('<b>bold')
  expect(page).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
})

test('a link is found without the punctuation that follows it', () => {
  expect(linksIn('', 'Open https://example.com/x?a=1&b=2, or (http://example.com/y).')).toEqual([
    'https://example.com/x?a=1&b=2',
    'http://example.com/y',
  ])
})
