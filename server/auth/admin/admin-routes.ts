import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authBodies } from '#contract/auth-schemas.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { requireAdmin } from './admin-access.ts'
import { generateLink, inviteUser, LINK_TYPES } from './admin-links.ts'
import { type AdminFields, adminCreateUser, adminUpdateUser } from './admin-users.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { bodyOf, queryValue, requestedRedirect } from '#server/auth/sessions/auth-request.ts'
import { emailAddress } from '#server/auth/settings/email-address.ts'
import { deleteFactor, factorsOf, lockFactor } from '#server/auth/records/factor-store.ts'
import { assertMetadataStorable } from '#server/auth/records/metadata.ts'
import { assertPasswordAcceptable } from '#server/auth/passwords/password-policy.ts'
import { lowerSessions } from '#server/auth/records/session-store.ts'
import { anyUserById, deleteUser, pageOfUsers } from './user-directory.ts'
import { presentFactor, userAnswer } from '#server/auth/records/user-presenter.ts'

/** Maximum accounts per page. */
const MAX_PER_PAGE = 1_000
const uuid = z.uuid()

/** The operator's calls. What other servers of this kind offer beyond these is reported as disabled. */
export function adminRoutes(app: FastifyInstance, ctx: AuthContext): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', (request) => requireAdmin(ctx, request, ctx.clock()))
    userRoutes(scope, ctx)
    factorRoutes(scope, ctx)
    linkRoutes(scope, ctx)
    scope.all('/admin/*', async () => {
      throw new AuthError('feature_disabled')
    })
  })
}

function userRoutes(scope: FastifyInstance, ctx: AuthContext): void {
  scope.post('/admin/users', async (request) => {
    const fields = fieldsOf(ctx, request)
    const { email } = fields
    if (email === undefined) throw invalid('Cannot create a user without either an email or phone')
    return adminCreateUser(ctx, { ...fields, email }, ctx.clock())
  })

  scope.get('/admin/users', async (request, reply) => {
    const page = pageNumber(request, 'page', 1, 1_000_000)
    const perPage = pageNumber(request, 'per_page', 50, MAX_PER_PAGE)
    const { users, total } = await pageOfUsers(ctx.pool, { page, perPage })
    paginate(reply, `${ctx.settings.issuer}/admin/users`, { page, perPage, total })
    return { users, aud: 'authenticated' }
  })

  scope.get('/admin/users/:id', async (request) => {
    const user = await anyUserById(ctx.pool, idOf(request, 'id'))
    if (user === null) throw new AuthError('user_not_found', { status: 404 })
    return userAnswer(ctx.pool, user)
  })

  scope.put('/admin/users/:id', async (request) =>
    adminUpdateUser(ctx, idOf(request, 'id'), fieldsOf(ctx, request), ctx.clock()),
  )

  scope.delete('/admin/users/:id', async (request) => {
    const { should_soft_delete: softly } = bodyOf(authBodies.adminDelete, request)
    await deleteUser(ctx, idOf(request, 'id'), softly === true, ctx.clock())
    return {}
  })
}

function factorRoutes(scope: FastifyInstance, ctx: AuthContext): void {
  scope.get('/admin/users/:id/factors', async (request) => {
    const id = idOf(request, 'id')
    if ((await anyUserById(ctx.pool, id)) === null)
      throw new AuthError('user_not_found', { status: 404 })
    return (await factorsOf(ctx.pool, id)).map(presentFactor)
  })

  scope.delete('/admin/users/:id/factors/:factor', async (request) => {
    const userId = idOf(request, 'id')
    return inTransaction(ctx.pool, async (tx) => {
      const factor = await lockFactor(tx, userId, idOf(request, 'factor'))
      if (factor === null) throw new AuthError('mfa_factor_not_found')
      await deleteFactor(tx, factor)
      await lowerSessions(tx, userId, 'app')
      return presentFactor(factor)
    })
  })
}

function linkRoutes(scope: FastifyInstance, ctx: AuthContext): void {
  scope.post('/invite', async (request) => {
    const { email, data = {} } = bodyOf(authBodies.invite, request)
    assertMetadataStorable(data)
    const redirectTo = requestedRedirect(ctx, request)
    return inviteUser(ctx, { email: emailAddress(email), data, redirectTo }, ctx.clock())
  })

  scope.post('/admin/generate_link', async (request) => {
    const body = bodyOf(authBodies.generateLink, request)
    const type = LINK_TYPES.find((known) => known === body.type)
    if (type === undefined) throw invalid('Invalid email action link type requested')
    const { data = {}, password } = body
    assertMetadataStorable(data)
    if (type === 'signup') assertPasswordAcceptable(ctx.settings.passwords, password)
    const email = emailAddress(body.email)
    const newEmail = body.new_email === undefined ? undefined : emailAddress(body.new_email)
    const redirectTo = requestedRedirect(ctx, request)
    return generateLink(ctx, { type, email, newEmail, password, data, redirectTo }, ctx.clock())
  })
}

function fieldsOf(ctx: AuthContext, request: FastifyRequest): AdminFields {
  const body = bodyOf(authBodies.adminUser, request)
  if (body.phone) throw new AuthError('phone_provider_disabled')
  // GoTrue stores hashes of three kinds as given. Ours are computed here, at one cost: no stored hash can make a
  // sign-in expensive.
  if (body.password_hash)
    throw invalid('password_hash is not supported: send the password, or let its owner reset it')
  const password = body.password === '' ? undefined : body.password
  if (password !== undefined) assertPasswordAcceptable(ctx.settings.passwords, password)
  return {
    id: body.id,
    email: body.email ? emailAddress(body.email) : undefined,
    password,
    emailConfirm: body.email_confirm,
    userMetadata: body.user_metadata,
    appMetadata: body.app_metadata,
    role: body.role,
    banDuration: body.ban_duration,
  }
}

function idOf(request: FastifyRequest, name: 'id' | 'factor'): string {
  const id = (request.params as Partial<Record<string, string>>)[name] ?? ''
  if (!uuid.safeParse(id).success) {
    throw new AuthError('validation_failed', { status: 404, message: `${name} must be a UUID` })
  }
  return id
}

/** A number in the query. Clients send an empty one for the default. */
function pageNumber(request: FastifyRequest, name: string, usual: number, highest: number): number {
  const text = queryValue(request, name) ?? ''
  if (text === '') return usual
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > highest)
    throw invalid(`Bad Pagination Parameters: ${name} must be between 1 and ${highest}`)
  return value
}

/** Link headers for the next and the last page, and the total. `page` comes first, because clients parse it there. */
function paginate(
  reply: FastifyReply,
  address: string,
  { page, perPage, total }: { page: number; perPage: number; total: number },
): void {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string) =>
    `<${address}?page=${number}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  void reply.headers({ 'x-total-count': String(total), link: links.join(', ') })
}
