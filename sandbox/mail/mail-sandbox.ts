import { once } from 'node:events'
import fastify from 'fastify'
import { inboxPage, messagePage } from './inbox-pages.ts'
import { MessageStore } from './message-store.ts'
import { smtpReceiver } from './smtp-receiver.ts'

/** Where the mail sandbox listens and what it stores. */
export interface MailSandboxOptions {
  httpPort: number
  smtpPort: number
  host: string
  /** Kept between runs; created when absent. */
  stateFile: string
}

/** A running sandbox. */
export interface RunningSandbox {
  close(): Promise<void>
}

/**
 * Accepts mail over SMTP and shows it: pages for people at `/`, and JSON for programs at `GET /messages?to=<address>`
 * (newest first). Rejects when a port is in use.
 */
export async function startMailSandbox(options: MailSandboxOptions): Promise<RunningSandbox> {
  const store = new MessageStore(options.stateFile)
  const smtp = smtpReceiver(store)
  // A client that disconnects midway is not our failure.
  smtp.on('error', () => {})
  const listening = smtp.listen(options.smtpPort, options.host)
  await Promise.race([
    once(listening, 'listening'),
    once(listening, 'error').then(([error]) => Promise.reject(error as Error)),
  ])
  const web = inbox(store)
  await web.listen({ port: options.httpPort, host: options.host })
  return {
    async close() {
      await Promise.all([web.close(), new Promise<void>((resolve) => smtp.close(() => resolve()))])
    },
  }
}

function inbox(store: MessageStore) {
  const app = fastify({ forceCloseConnections: true })
  const receiver = (query: unknown) => (query as { to?: string }).to?.trim() ?? ''
  app.get('/health', async () => ({ status: 'ok' }))
  // Pictures are for the page only: clients poll the list.
  app.get('/messages', async (request) =>
    store.list(receiver(request.query)).map((message) => ({ ...message, pictures: undefined })),
  )
  app.delete('/messages', async (_request, reply) => {
    store.clear()
    return reply.code(204).send()
  })
  app.get('/', async (request, reply) => {
    const to = receiver(request.query)
    return reply.type('text/html; charset=utf-8').send(inboxPage(store.list(to), to))
  })
  app.get<{ Params: { id: string } }>('/view/:id', async (request, reply) => {
    const message = store.find(request.params.id)
    reply.type('text/html; charset=utf-8')
    return message ? messagePage(message) : reply.code(404).send('There is no such mail.')
  })
  return app
}
