import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routeParts, routePath } from '#contract/api.ts'
import { SHEET_COLUMNS, SHEET_LIMITS, sheetMessages } from '#contract/shipping-sheet.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { startApi, tokenOf, type TestApi } from '#tests/support/api.ts'
import {
  type BuiltUser,
  buildApplication,
  buildCreator,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { ADDRESS, buildShipment } from '#tests/support/shipments.ts'
import { readCsv } from './csv-text.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A running deal with a product in this state. */
async function buildParcel(
  seller: BuiltUser,
  status: Parameters<typeof buildShipment>[1]['status'],
  { title = 'Steel bottle', creator }: { title?: string; creator?: BuiltUser } = {},
) {
  const project = await buildProject(api.pool, { seller, status: 'in_progress', title })
  const hired = creator ?? (await buildCreator(api.pool))
  await buildApplication(api.pool, { project, creator: hired, status: 'accepted' })
  await buildShipment(api.pool, { project, status, keys: api.deps.config.keys })
  return { project, creator: hired }
}

const download = (as: BuiltUser, project_id?: string) =>
  api.call(as, 'shipping.export', { body: project_id === undefined ? {} : { project_id } })
const upload = (as: BuiltUser, lines: readonly string[], dry_run = false) =>
  api.call(as, 'shipping.import', {
    body: { csv: ['project_id,carrier,number,link', ...lines].join('\r\n'), dry_run },
  })
const outcomes = async (...sent: Parameters<typeof upload>) =>
  (await upload(...sent)).body.rows.map(({ outcome }) => outcome)
const stored = async (project: { id: string }) =>
  (
    await rows<object>(
      api.pool,
      sql`select status, carrier, number, link from shipments where project_id = ${project.id}`,
    )
  )[0]
const logOf = async (as: BuiltUser) =>
  (await api.call(as, 'account.log')).body.map(({ act }) => act)

describe('the list of parcels', () => {
  test('has the addresses of the brand’s running deals, and both sides’ logs show the download', async () => {
    const seller = await buildSeller(api.pool)
    const waiting = await buildParcel(seller, 'to_ship', { title: '=cmd|calc' })
    await buildParcel(seller, 'address_wanted')
    await buildParcel(seller, 'received')
    const over = await buildParcel(seller, 'to_ship')
    await execute(
      api.pool,
      sql`update projects set status = 'completed' where id = ${over.project.id}`,
    )
    const strange = await buildParcel(await buildSeller(api.pool), 'to_ship')
    const reply = await download(seller)
    expect(reply.body.rows).toBe(1)
    const [header, line] = readCsv(reply.body.csv) ?? []
    expect(header?.cells).toEqual([...SHEET_COLUMNS])
    expect(line?.cells[0]).toBe(waiting.project.id)
    expect(line?.cells).toContain(ADDRESS.line1)
    expect(reply.body.csv).toContain(`,'=cmd|calc,`)
    expect(await logOf(seller)).toEqual(['addresses_exported'])
    expect(await logOf(waiting.creator)).toEqual(['address_exported'])
    expect(await logOf(over.creator)).toEqual([])
    expect(await logOf(strange.creator)).toEqual([])
  })

  test('can be limited to one project, which must be the brand’s own', async () => {
    const seller = await buildSeller(api.pool)
    const one = await buildParcel(seller, 'to_ship')
    await buildParcel(seller, 'shipped')
    expect((await download(seller)).body.rows).toBe(2)
    const { body } = await download(seller, one.project.id)
    expect(readCsv(body.csv)?.[1]?.cells[0]).toBe(one.project.id)
    expect(body.rows).toBe(1)
    const stranger = await buildSeller(api.pool)
    await expectHidden(api, stranger, 'shipping.export', { body: { project_id: one.project.id } })
    expectRefusal(await download(one.creator), 'request.sellers_only')
  })

  test('is never cached, and neither is a single address', async () => {
    const seller = await buildSeller(api.pool)
    const { project } = await buildParcel(seller, 'to_ship')
    for (const [key, sent] of [
      ['shipping.export', { payload: {} }],
      ['shipping.address', {}],
    ] as const) {
      const reply = await api.app.inject({
        method: routeParts(key).method as 'GET',
        url: routePath(key, { id: project.id }),
        headers: { authorization: `Bearer ${tokenOf(seller)}` },
        ...sent,
      })
      expect(reply.payload, key).toContain(ADDRESS.line1)
      expect(reply.headers['cache-control'], key).toBe('no-store')
    }
  })

  test('has only its header when there are no addresses, and logs nothing', async () => {
    const seller = await buildSeller(api.pool)
    expect((await download(seller)).body).toEqual({
      csv: `${SHEET_COLUMNS.join(',')}\r\n`,
      rows: 0,
    })
    expect(await logOf(seller)).toEqual([])
  })
})

describe('uploading the list of parcels', () => {
  test('ships, corrects, keeps or refuses each row; a dry run and a repetition write nothing', async () => {
    const seller = await buildSeller(api.pool)
    const [fresh, sent, same, wanted] = [
      await buildParcel(seller, 'to_ship'),
      await buildParcel(seller, 'shipped'),
      await buildParcel(seller, 'shipped'),
      await buildParcel(seller, 'address_wanted'),
    ]
    const strange = await buildParcel(await buildSeller(api.pool), 'to_ship')
    const lines = [
      `${fresh.project.id},UPS,1Z9,https://track.example/1Z9`,
      `${sent.project.id},DHL,'+77,`,
      `${same.project.id},Royal Mail,RM 123,https://track.example/RM123`,
      `${wanted.project.id},UPS,1,`,
      `${strange.project.id},UPS,1,`,
      `${fresh.project.id},FedEx,2,`,
      `not-an-id,UPS,1,`,
    ]
    const expected = [
      'shipped',
      'corrected',
      'unchanged',
      'refused',
      'refused',
      'refused',
      'refused',
    ]
    const before = await stored(fresh.project)
    expect(await outcomes(seller, lines, true)).toEqual(expected)
    expect(await stored(fresh.project)).toEqual(before)
    const done = await upload(seller, lines)
    expect(done.body.rows.map(({ outcome }) => outcome)).toEqual(expected)
    expect(done.body.rows[4]).toEqual({
      at_line: 6,
      project_id: null,
      outcome: 'refused',
      message: sheetMessages.unknown,
    })
    expect(done.body.rows[5]?.message).toBe(sheetMessages.twice(2))
    expect(await stored(fresh.project)).toEqual({
      status: 'shipped',
      carrier: 'UPS',
      number: '1Z9',
      link: 'https://track.example/1Z9',
    })
    expect(await stored(sent.project)).toMatchObject({ carrier: 'DHL', number: '+77', link: null })
    expect(await stored(strange.project)).toMatchObject({ status: 'to_ship', carrier: null })
    expect((await outcomes(seller, lines)).slice(0, 3)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ])
    const told = sql`select count(*)::int as n from events where project_id = ${fresh.project.id} and move = 'ship'`
    expect(await rows(api.pool, told)).toEqual([{ n: 1 }])
  })

  test('accepts the downloaded file as it is, and skips rows without a parcel', async () => {
    const seller = await buildSeller(api.pool)
    await buildParcel(seller, 'to_ship', { title: '-5 "great", really' })
    await buildParcel(seller, 'shipped')
    const { csv } = (await download(seller)).body
    const reply = await api.call(seller, 'shipping.import', { body: { csv, dry_run: false } })
    expect(reply.body.rows.map(({ outcome }) => outcome).toSorted()).toEqual([
      'skipped',
      'unchanged',
    ])
  })

  test('refuses rows with a bad parcel and says why', async () => {
    const seller = await buildSeller(api.pool)
    const { project } = await buildParcel(seller, 'to_ship')
    for (const row of [
      ',1,',
      'UPS,1,http://plain.example',
      'UPS,1,javascript:alert(1)',
      `${'x'.repeat(61)},,`,
    ]) {
      const reply = await upload(seller, [`${project.id},${row}`])
      expect(reply.body.rows[0]).toMatchObject({ outcome: 'refused', at_line: 2 })
      expect(reply.body.rows[0]?.message).toBeTruthy()
    }
    expect(await stored(project)).toMatchObject({ status: 'to_ship' })
  })

  test('refuses a file that is not a list of parcels, or has too many rows or characters', async () => {
    const seller = await buildSeller(api.pool)
    const send = (csv: string) =>
      api.call(seller, 'shipping.import', { body: { csv, dry_run: true } })
    for (const csv of ['', 'a,b\n1,2', 'project_id,carrier', 'project_id,carrier\n"x'])
      expectInvalid(await send(csv), 'csv')
    const row = `${crypto.randomUUID()},UPS\n`
    expect((await send(`project_id,carrier\n${row.repeat(SHEET_LIMITS.imported)}`)).status).toBe(
      200,
    )
    expectInvalid(await send(`project_id,carrier\n${row.repeat(SHEET_LIMITS.imported + 1)}`), 'csv')
    expectInvalid(await send('x'.repeat(SHEET_LIMITS.characters + 1)), 'csv')
  })
})
