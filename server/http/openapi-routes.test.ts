import { expect, test } from 'vitest'
import { type RouteKey, routes } from '#contract/api.ts'
import { openApiDocument } from './openapi-routes.ts'

test('the document lists every call of the contract once, with its audience', async () => {
  const kinds = ['anyone', 'signed_in', 'sellers', 'creators'] as const
  const keys = Object.keys(routes) as RouteKey[]
  const access = new Map(keys.map((key, at) => [key, kinds[at % kinds.length] ?? 'anyone']))
  const document = await openApiDocument(access, {
    brandName: 'Mortise',
    publicUrl: 'http://localhost:3000',
  })
  expect(document).toMatchObject({ info: { title: 'Mortise API' } })
  const operations = Object.values(
    document['paths'] as Record<string, Record<string, { operationId: RouteKey }>>,
  ).flatMap((methods) => Object.values(methods))
  expect(operations.map((operation) => operation.operationId).toSorted()).toEqual(
    Object.keys(routes).toSorted(),
  )
  for (const operation of operations) {
    const who = access.get(operation.operationId)
    expect(operation).toMatchObject({
      'x-access': who,
      security: who === 'anyone' ? [] : [{ session: [] }],
    })
  }
})
