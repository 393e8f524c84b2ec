import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMailSeal } from './sealed-mail.ts'
import { createMailer, type Mailer } from '#server/providers/mail/mailer.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { mailTasks } from './mail-tasks.ts'

let server: SMTPServer
let mailer: Mailer
let received: { email: Email; to: string[] }[] = []
let refuse = false

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuse) return done(Object.assign(new Error('come again'), { responseCode: 451 }))
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          received.push({ email, to })
          done()
        })
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Cartwright <hello@cartwright.example>',
  })
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})
beforeEach(() => {
  received = []
  refuse = false
})

const seal = createMailSeal(soleKey('a secret of the test'))
const mail = {
  to: 'maya@example.com',
  subject: 'Grüße',
  text: 'plain\n',
  html: '<p>rich</p>',
  dedupe_id: 'one',
}

test('a queued mail arrives with both bodies', async () => {
  await mailTasks({ mailer, seal })['mail.send'](mail)
  expect(received).toHaveLength(1)
  expect(received[0]?.email).toMatchObject({
    subject: 'Grüße',
    messageId: '<one@cartwright.example>',
    from: { name: 'Cartwright', address: 'hello@cartwright.example' },
    to: [{ address: 'maya@example.com' }],
  })
  expect(received[0]?.email.text?.trim()).toBe('plain')
  expect(received[0]?.email.html?.trim()).toBe('<p>rich</p>')
})

test('a mail that can be switched off has unsubscribe headers; one that cannot has none', async () => {
  const headersOf = (index: number) =>
    Object.fromEntries(received[index]?.email.headers.map(({ key, value }) => [key, value]) ?? [])
  const send = mailTasks({ mailer, seal })['mail.send']
  await send({ ...mail, unsubscribe_url: 'https://cartwright.example/unsubscribe?token=a.b.c' })
  await send(mail)
  expect(headersOf(0)).toMatchObject({
    'list-unsubscribe': '<https://cartwright.example/unsubscribe?token=a.b.c>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  expect(headersOf(1)).not.toHaveProperty('list-unsubscribe')
})

test('a refused mail fails its job, and every retry has the same message id', async () => {
  const task = mailTasks({ mailer, seal })['mail.send']
  const { dedupe_id: _, ...unnamed } = mail
  refuse = true
  await expect(task(unnamed)).rejects.toThrow('come again')
  refuse = false
  await task(unnamed)
  await task(unnamed)
  expect(received.map(({ email }) => email.messageId)).toEqual(
    Array(2).fill(received[0]?.email.messageId),
  )
  expect(received[0]?.email.messageId).toMatch(/^<[0-9a-f]{32}@cartwright\.example>$/)
})

test('a recipient address with a comma cannot add a second recipient', async () => {
  const task = mailTasks({ mailer, seal })['mail.send']
  await task({ ...mail, to: 'maya@example.com, eve@example.com' }).catch(() => {})
  expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.com')
})

test('a sealed mail is decrypted when it is sent, and only with the secret that sealed it', async () => {
  const { to, dedupe_id, subject, text, html } = mail
  const sealed = seal.seal({ subject, text, html })
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('plain')
  await mailTasks({ mailer, seal })['mail.send']({ to, sealed, dedupe_id })
  expect(received[0]?.email).toMatchObject({ subject, messageId: '<one@cartwright.example>' })
  expect(received[0]?.email.text?.trim()).toBe('plain')

  const other = mailTasks({ mailer, seal: createMailSeal(soleKey('another secret')) })['mail.send']
  await expect(other({ to, sealed, dedupe_id })).rejects.toThrow('sealed with another secret')
})

test('a mail shows its pictures at their place, and is sent without them if they cannot be made', async () => {
  const html = '<p>rich</p><!-- pictures --><p>end</p>'
  const content = Buffer.from('JPEG')
  const about = { alt: 'The frame', caption: 'Note <“1”>', width: 248 }
  const picture = { name: 'note-1.jpg', ...about, content }
  const asked: string[] = []
  const stills = async (id: string) => {
    asked.push(id)
    return [picture]
  }
  await mailTasks({ mailer, seal, stills })['mail.send']({ ...mail, html, sending_id: 'a' })
  const [shown] = received
  expect(asked).toEqual(['a'])
  expect(shown?.email.attachments).toMatchObject([
    { filename: 'note-1.jpg', mimeType: 'image/jpeg', contentId: '<note-1.jpg@one>' },
  ])
  expect(shown?.email.html).toMatch(
    /<p[^>]*><img src="cid:note-1\.jpg@one" alt="The frame" width="248"[^>]*>Note &lt;“1”&gt;<\/p>/,
  )
  received = []
  const broken = () => Promise.reject(new Error('no decoder'))
  const task = mailTasks({ mailer, seal, stills: broken })['mail.send']
  await task({ ...mail, html, sending_id: 'b' })
  expect(received[0]?.email.attachments).toEqual([])
  expect(received[0]?.email.html?.trim()).toBe('<p>rich</p><p>end</p>')
})
