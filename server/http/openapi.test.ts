import { expect, test } from 'vitest'
import { routes } from '#contract/api.ts'
import { openApiDocument } from './openapi.ts'

test('the document names every call of the contract once, with who may make it', () => {
  const document = openApiDocument(new Map([['profiles.get', 'anyone']]), 'http://localhost:3000')
  const operations = Object.values(
    document['paths'] as Record<string, Record<string, { operationId: string }>>,
  ).flatMap((methods) => Object.values(methods))
  expect(operations.map((operation) => operation.operationId).toSorted()).toEqual(
    Object.keys(routes).toSorted(),
  )
  expect(operations.find((operation) => operation.operationId === 'profiles.get')).toMatchObject({
    'x-access': 'anyone',
    security: [],
  })
})
