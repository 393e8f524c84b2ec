import { expect, test } from 'vitest'
import { type RouteKey, routeParts, routePath, routes } from './api.ts'
import { schemas } from './schemas.ts'

const keys = Object.keys(routes) as RouteKey[]

test('no two calls share an address', () => {
  expect(new Set(Object.values(routes)).size).toBe(keys.length)
})

test('the params schema of each call covers exactly the parameters in its path', () => {
  for (const key of keys) {
    const named = [...routeParts(key).path.matchAll(/:([a-z_]+)/g)].map((match) => match[1])
    const schema = schemas[key] as { params?: { shape: object } }
    expect(Object.keys(schema.params?.shape ?? {}), key).toEqual(named)
  }
})

test('request bodies take no id, role, status, amount or timestamp that the server owns, except those listed', () => {
  const ownedByServer =
    /^(id|role|status|amount|seller_id|sender_id|reviewed_at|read_at|created_at|stripe_.*)$/
  // The author generates the id of a message, note, reply, offer, amendment, extension, order, package or project, so
  // that a retry is idempotent (decision 0118). A person who signed up with Google chooses their role once (decision P19).
  const allowed = new Set([
    'messages.send.id',
    'amendments.propose.id',
    'extensions.make.id',
    'offers.make.id',
    'package_orders.place.id',
    'packages.create.id',
    'projects.create.id',
    'review.save_draft.id',
    'review.reply.id',
    'review.guest_note.id',
    'profiles.choose_role.role',
    // Whether a new project begins as a draft or is published.
    'projects.create.status',
    // The role of an operator, granted by an owner (decision 0102).
    'operator.set_role.role',
  ])
  const taken = keys.flatMap((key) => {
    const { body } = schemas[key] as { body?: { shape?: object } }
    return Object.keys(body?.shape ?? {})
      .filter((field) => ownedByServer.test(field))
      .map((field) => `${key}.${field}`)
  })
  expect(taken.filter((field) => !allowed.has(field))).toEqual([])
  // A body whose fields cannot be read here would pass unchecked.
  const unread = keys.filter((key) => {
    const { body } = schemas[key] as { body?: { shape?: object } }
    return body !== undefined && body.shape === undefined
  })
  expect(unread).toEqual([])
})

test('a path is filled in with its encoded parameters, and throws if one is missing', () => {
  expect(routePath('projects.get', { id: 'a/b' })).toBe('/api/projects/a%2Fb')
  expect(() => routePath('projects.get')).toThrow('needs id')
})
