import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPORT_SUBJECT_WORDS } from '#contract/report-words.ts'
import { ACTS_ON, REPORT_ACTS, REPORT_SUBJECTS } from '#contract/reports.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildCreator,
  buildDeal,
  buildOperator,
  type BuiltUser,
  OPERATOR_EMAIL,
} from '#tests/support/builders.ts'
import { buildLicence } from '#tests/support/licences.ts'
import { noticesOf } from '#tests/support/recorded.ts'
import { expectHidden, expectRefusal } from '#tests/support/refusals.ts'
import { buildSanction } from '#tests/support/reports.ts'

/** Reports of a licence: they are about what its other side did under it (decision 0126). */

let api: TestApi
let operator: BuiltUser
beforeAll(async () => {
  api = await startApi({ config: { operatorEmails: [OPERATOR_EMAIL] } })
  operator = await buildOperator(api.pool)
})
afterAll(() => api.close())

async function licensed() {
  const deal = await buildDeal(api.pool)
  const licence = await buildLicence(api.pool, deal)
  return { ...deal, licence }
}
const about = (id: string, body = 'The film runs on television.') => ({
  body: { subject: 'licence', subject_id: id, reason: 'unlicensed', body },
})
const report = (as: BuiltUser, id: string, body?: string) =>
  api.call(as, 'reports.create', about(id, body))
async function reported(as: BuiltUser, id: string): Promise<string> {
  expect((await report(as, id)).status).toBe(200)
  const newest = sql`select id from reports order by number desc limit 1`
  return (await oneRow<{ id: string }>(api.pool, newest)).id
}
const act = (id: string, name: string, days: number | null = null) =>
  api.call(operator, 'operator.act_on_report', {
    params: { id },
    body: { act: name, reason: 'unlicensed', facts: 'It was shown on television.', days },
  })
const waitingAbout = (id: string) =>
  rows<{ person_id: string }>(
    api.pool,
    sql`select person_id from reports where subject_id = ${id} and status in ('open', 'taken') order by number`,
  )

test('each side of a licence reports the other one; everyone else gets the answer of an unknown id', async () => {
  const { seller, creator, licence } = await licensed()
  for (const stranger of [await buildCreator(api.pool), operator])
    await expectHidden(api, stranger, 'reports.create', about(licence.id))
  await expectHidden(api, seller, 'reports.create', about(randomUUID()))
  await reported(seller, licence.id)
  await reported(creator, licence.id)
  expect(await waitingAbout(licence.id)).toEqual([
    { person_id: creator.id },
    { person_id: seller.id },
  ])
})

test('only the two sides learn the id by which a licence is reported', async () => {
  const { seller, creator, project, licence } = await licensed()
  const check = async (as: BuiltUser | null) =>
    (await api.call(as, 'licences.check', { params: { code: licence.code } })).body
  for (const side of [seller, creator]) {
    expect((await check(side)).id).toBe(licence.id)
    const { body } = await api.call(side, 'licences.of_project', { params: { id: project.id } })
    expect(body?.id).toBe(licence.id)
  }
  for (const other of [null, await buildCreator(api.pool), operator]) {
    const answer = await check(other)
    expect(answer.id).toBeNull()
    expect(JSON.stringify(answer)).not.toMatch(
      new RegExp([licence.id, seller.id, creator.id].join('|')),
    )
  }
})

test('one side has one waiting report about a licence, however often it is sent', async () => {
  const { seller, licence } = await licensed()
  const both = await Promise.all([report(seller, licence.id), report(seller, licence.id)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expectRefusal(await report(seller, licence.id, 'And in cinemas.'), 'report.open')
  expect(await waitingAbout(licence.id)).toHaveLength(1)
})

test('reports of both sides about one licence are decided separately', async () => {
  const { seller, creator, licence } = await licensed()
  const first = await reported(seller, licence.id)
  const second = await reported(creator, licence.id)
  const { body } = await api.call(operator, 'operator.report', { params: { id: first } })
  expect(body.also).toEqual([])
  expect((await act(first, 'warn')).body.changed).toBe(true)
  expect(await waitingAbout(licence.id)).toEqual([{ person_id: seller.id }])
  expect(await noticesOf(api.pool, seller)).toEqual(['report.act'])
  expect(await noticesOf(api.pool, creator)).toEqual(['sanction.impose'])
  await api.call(operator, 'operator.dismiss_report', {
    params: { id: second },
    body: { reason: 'It was allowed.' },
  })
  expect(await noticesOf(api.pool, creator)).toEqual(['sanction.impose', 'report.dismiss'])
})

test('an operator sees the licence and its terms, and the person concerned reads what it was about', async () => {
  const { seller, creator, project, licence } = await licensed()
  const id = await reported(seller, licence.id)
  const { body } = await api.call(operator, 'operator.report', { params: { id } })
  // No names: they stay in a report of someone who deleted their account.
  const seen = `${licence.code} · Valid\nTo use it.`
  expect(body).toMatchObject({
    licence_code: licence.code,
    project_id: project.id,
    person: { id: creator.id },
    seen,
  })
  await act(id, 'warn')
  const [sanction] = await rows<{ id: string }>(
    api.pool,
    sql`select id from sanctions where person_id = ${creator.id}`,
  )
  const input = { params: { id: sanction?.id ?? '' }, query: {} }
  const read = await api.call(creator, 'sanctions.get', input)
  expect(read.body).toMatchObject({ subject: 'licence', reason: 'unlicensed', seen })
  const appeal = { ...input, body: { body: 'They had agreed.' } }
  expect((await api.call(creator, 'sanctions.appeal', appeal)).status).toBe(200)
  const answered = await api.call(operator, 'operator.answer_appeal', {
    params: input.params,
    body: { outcome: 'reversed', answer: 'They had.' },
  })
  expect(answered.body.changed).toBe(true)
})

test('a licence cannot be hidden; every other act fits', async () => {
  for (const [name, days] of [
    ['warn', null],
    ['limit', 7],
    ['ban', null],
  ] as const) {
    const { seller, licence } = await licensed()
    const id = await reported(seller, licence.id)
    expectRefusal(await act(id, 'hide'), 'report.act_unfit')
    expect((await act(id, name, days)).body.changed).toBe(true)
  }
  const { id } = await buildSanction(api.pool, { person: operator, operator, act: 'hide' })
  await expect(
    execute(api.pool, sql`update sanctions set subject = 'licence' where id = ${id}`),
  ).rejects.toThrow('sanctions_licences_are_not_hidden')
})

test('docs/operations.md contains the table of acts', () => {
  const lines = REPORT_SUBJECTS.map((subject) => {
    const cells = REPORT_ACTS.map((name) => (ACTS_ON[subject].includes(name) ? 'yes' : 'no'))
    return `| ${REPORT_SUBJECT_WORDS[subject].one} | ${cells.join(' | ')} |`
  })
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(
    [`| Report of a | ${REPORT_ACTS.join(' | ')} |`, '|---|---|---|---|---|', ...lines].join('\n'),
  )
})
