import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authBodies } from '#contract/auth-schemas.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { requireNamed } from '#server/auth/sessions/named-session.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { bodyOf, clientInfo } from '#server/auth/sessions/auth-request.ts'
import { answerSession } from '#server/auth/sessions/token-routes.ts'
import { nameOwnPasskey, ownPasskeys, removeOwnPasskey } from './own-passkeys.ts'
import { beginRegistration, finishRegistration } from './passkey-registration.ts'
import { beginSignIn, signInByPasskey } from './passkey-grant.ts'
import { relyingParty } from './relying-party.ts'

/** Passkeys, through the official client's calls (`passkey`, `signInWithPasskey`, `registerPasskey`). */
export function passkeyRoutes(app: FastifyInstance, ctx: AuthContext): void {
  const begin = async (request: FastifyRequest) => {
    const now = ctx.clock()
    await ctx.limits.request('passkey', request.ip, now)
    const party = relyingParty(ctx.settings)
    return { party, now, client: clientInfo(request) }
  }
  const beginOwn = async (request: FastifyRequest) => {
    const { party, now, client } = await begin(request)
    return { own: await requireNamed(ctx, request, now), party, now, client }
  }

  app.post('/passkeys/authentication/options', async (request) => {
    const { party, now, client } = await begin(request)
    return beginSignIn(ctx, party, client, now)
  })

  app.post('/passkeys/authentication/verify', async (request, reply) => {
    const { party, now, client } = await begin(request)
    const { challenge_id: challengeId, credential } = bodyOf(authBodies.usedPasskey, request)
    const session = await signInByPasskey(ctx, { party, challengeId, credential, client }, now)
    return answerSession(ctx, request, reply, session, now)
  })

  app.post('/passkeys/registration/options', async (request) => {
    const { own, party, now, client } = await beginOwn(request)
    return beginRegistration(ctx, own, { party, client }, now)
  })

  app.post('/passkeys/registration/verify', async (request) => {
    const { own, party, now, client } = await beginOwn(request)
    const { challenge_id: challengeId, credential } = bodyOf(authBodies.newPasskey, request)
    return finishRegistration(ctx, own, { party, challengeId, credential, client }, now)
  })

  app.get('/passkeys', async (request) => ownPasskeys(ctx, (await beginOwn(request)).own))

  app.patch('/passkeys/:id', async (request) => {
    const { own } = await beginOwn(request)
    const { friendly_name: name } = bodyOf(authBodies.renamePasskey, request)
    return nameOwnPasskey(ctx, own, { id: passkeyId(request), name })
  })

  app.delete('/passkeys/:id', async (request, reply) => {
    const { own, now, client } = await beginOwn(request)
    await removeOwnPasskey(ctx, own, { id: passkeyId(request), client }, now)
    return reply.status(204).send()
  })
}

function passkeyId(request: FastifyRequest): string {
  const { id = '' } = request.params as { id?: string }
  if (!z.uuid().safeParse(id).success) throw new AuthError('passkey_not_found')
  return id
}
