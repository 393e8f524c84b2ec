import { startApi, type TestApi } from './api.ts'
import { buildOperator, buildSeller, type BuiltUser, OPERATOR_EMAIL } from './builders.ts'

/** An API whose market has two operators of equal rights. The caller closes `api`. */
export async function startApiOfTwoOperators(): Promise<{
  api: TestApi
  operator: BuiltUser
  colleague: BuiltUser
}> {
  const operatorEmails = [OPERATOR_EMAIL]
  const api = await startApi({ config: { operatorEmails } })
  const operator = await buildOperator(api.pool)
  const colleague = await buildSeller(api.pool, 'Cole Leigh')
  operatorEmails.push(colleague.email)
  return { api, operator, colleague }
}
