import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NOTIFICATION_KIND_WORDS } from '#contract/notification-kind-words.ts'
import { UNSUBSCRIBE_PATH } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps/deps.ts'
import { plainPage } from '#server/html/plain-page.ts'
import { escapeHtml } from '#server/html/html.ts'
import { addressOf, setPreference, wantsMail } from './reader-store.ts'
import { readUnsubscribeToken, type Unsubscription } from './unsubscribe-link.ts'

/**
 * /unsubscribe: the page behind the link in a mail. Opening it changes nothing, because scanners open every link. Its
 * button posts, and so does the mail client's own (RFC 8058: to the same address, without cookies, with a body we do
 * not need).
 */
export async function unsubscribeRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Forms as browsers and mail clients send them. Only the token is used.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))

    scope.get(UNSUBSCRIBE_PATH, async (request, reply) => {
      const about = subscriptionOf(deps, request)
      if (about === null) return send(deps, reply, 404, ...unknown)
      const wanted = await wantsMail(deps.pool, about.userId, about.kind)
      return wanted ? ask(deps, reply, about) : send(deps, reply, 200, ...done(deps, about))
    })

    scope.post(UNSUBSCRIBE_PATH, async (request, reply) => {
      const about = subscriptionOf(deps, request)
      const now = deps.clock()
      if (about === null || (await addressOf(deps.pool, about.userId, now)) === null)
        return send(deps, reply, 404, ...unknown)
      await setPreference(deps.pool, about.userId, { kind: about.kind, email: false })
      return send(deps, reply, 200, ...done(deps, about))
    })
  })
}

function subscriptionOf(deps: Deps, request: FastifyRequest): Unsubscription | null {
  return readUnsubscribeToken(deps.config, (request.query as Record<string, unknown>)['token'])
}

const unknown = [
  'This link does not work',
  '<p>It may have been cut off. Open it from the mail again, or choose what you get in your settings.</p>',
] as const

function ask(deps: Deps, reply: FastifyReply, { kind }: Unsubscription): FastifyReply {
  const about = escapeHtml(NOTIFICATION_KIND_WORDS[kind].about)
  const body = `<p>You will no longer get emails about ${about}. On the site you are still told.</p>
<form method="post"><button type="submit">Stop emails about ${about}</button></form>`
  return send(deps, reply, 200, 'Stop these emails?', body)
}

function done(deps: Deps, { kind }: Unsubscription): [title: string, body: string] {
  const about = escapeHtml(NOTIFICATION_KIND_WORDS[kind].about)
  const profile = escapeHtml(`${deps.config.publicUrl}${paths.mailSettings}`)
  return [
    'Done',
    `<p>You get no more emails about ${about}. <a href="${profile}">Choose what you get</a> at any time.</p>`,
  ]
}

function send(
  deps: Deps,
  reply: FastifyReply,
  status: number,
  title: string,
  body: string,
): FastifyReply {
  const page = plainPage({ brandName: deps.config.brandName, title, body })
  return reply.status(status).headers(page.headers).send(page.html)
}
