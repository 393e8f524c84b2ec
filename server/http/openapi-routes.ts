import { setImmediate as otherRequests } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { errors } from '#contract/errors.ts'
import { type CallSchema, schemas } from '#contract/schemas.ts'
import type { Access } from './viewer.ts'

type Json = Record<string, unknown>

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

const PROBLEM = {
  type: 'object',
  required: ['status', 'code', 'message', 'request_id'],
  properties: {
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    request_id: { type: 'string', format: 'uuid' },
  },
}

interface Site {
  brandName: string
  publicUrl: string
}

/**
 * The API as an OpenAPI 3.1 document, generated from the routes and schemas the server validates with. It yields after
 * each call: generating all of them in one go would block the process for up to 0.3 s.
 */
export async function openApiDocument(
  access: ReadonlyMap<RouteKey, Access>,
  site: Site,
): Promise<Json> {
  const paths: Record<string, Json> = {}
  for (const key of Object.keys(routes) as RouteKey[]) {
    const { method, path } = routeParts(key)
    const template = path.replace(/:([a-z_]+)/g, '{$1}')
    paths[template] = {
      ...paths[template],
      [method.toLowerCase()]: operation(key, access.get(key) ?? 'signed_in'),
    }
    await otherRequests()
  }
  return {
    openapi: '3.1.0',
    info: { title: `${site.brandName} API`, version: '1' },
    servers: [{ url: site.publicUrl }],
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operation(key: RouteKey, access: Access): Json {
  const schema: CallSchema = schemas[key]
  const [tag] = key.split('.')
  return {
    operationId: key,
    tags: [tag],
    'x-access': access,
    security: access === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parameters('path', schema.params), ...parameters('query', schema.query)],
    ...(schema.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(jsonSchema(schema.body, 'input')) } }),
    responses: {
      200: { description: 'Done', content: json(jsonSchema(schema.answer, 'output')) },
      default: {
        description: 'Refused',
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    },
  }
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

/** GET /api/openapi.json. Generated once, on the first request, so that it does not delay the start. */
export function openApiRoute(
  app: FastifyInstance,
  access: ReadonlyMap<RouteKey, Access>,
  site: Site,
): void {
  let document: Promise<string> | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= openApiDocument(access, site).then((found) => JSON.stringify(found))
    return reply.type('application/json; charset=utf-8').send(await document)
  })
}
