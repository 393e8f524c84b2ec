import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RouteKey } from '#contract/api.ts'
import { boundsOf } from '#tests/support/bounds.ts'
import { type MoneyWorld, startMoney } from '#tests/support/money.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { simulateProviderEvent } from './access-provider.ts'
import { type AccessWorld, buildAccessWorld } from './access-world.ts'
import { fieldsOf, FORGED, inputOf, type Write, writes } from './writes.ts'

/** Text as people write it, with surrounding white space. */
const TYPED = 'Zoë 漢字 👩🏽‍🚀 שלום'
const padded = (length: number) => `  ${TYPED}${'x'.repeat(length - TYPED.length)}\n `

let money: MoneyWorld
let shared: AccessWorld

beforeAll(async () => {
  money = await startMoney()
  shared = await buildAccessWorld(money.api.pool)
})
afterAll(() => money.close())

describe('server-owned fields are never taken from a body', () => {
  const withBody = writes.filter(({ schema }) => schema.body !== undefined)
  const without = writes.filter(({ schema }) => schema.body === undefined)

  test.each(withBody)('$key refuses every field that is not its own', async (write) => {
    const { body, ...rest } = inputOf(write, shared)
    const foreign = Object.entries(FORGED).filter(
      ([name]) => !fieldsOf(write.schema).includes(name),
    )
    expect(foreign.length).toBeGreaterThan(10)
    for (const [name, value] of foreign) {
      const reply = await money.api.call(shared.people[write.actor], write.key, {
        ...rest,
        body: { ...body, [name]: value },
      })
      expect(reply.status, `${write.key} with ${name}`).toBe(422)
      expectRefusal(reply, 'request.invalid')
    }
  })

  test.each(without)(
    '$key takes no body at all: whatever is sent changes nothing',
    async (write) => {
      const world = await buildAccessWorld(money.api.pool)
      await simulateProviderEvent(money, world, write.key, write.actor)
      const input = { ...inputOf(write, world), body: FORGED }
      const reply = await money.api.call(world.people[write.actor], write.key, input)
      expect(reply.status).toBe(200)
      const answer = JSON.stringify(reply.body)
      for (const value of Object.values(FORGED)) expect(answer).not.toContain(String(value))
    },
  )
})

const UNKEPT: readonly RouteKey[] = [
  'account.delete',
  'operator.decide_dispute',
  // Stored when a second operator acts, and this world has none (server/operator/proposals.test.ts).
  'operator.confirm_proposal',
  'operator.reject_proposal',
  // Readable only in the log of acts (tests/access/view-as.test.ts).
  'operator.begin_view',
  'review.send',
  'reports.create',
  // Encrypted, and in no response but that of its own call (server/shipping).
  'shipping.give_address',
  // Parsed row by row, each by the rules of `shipping.ship` (server/shipping/shipping-sheet.test.ts).
  'shipping.import',
  // Stored in each invitation; the response contains only outcomes (server/invitations/invite-many.test.ts).
  'invitations.send_many',
  // Stored with each application; the response contains only outcomes (server/seats/bulk.test.ts).
  'projects.decline',
  'projects.offer',
  // A creator who is already on the list keeps their note (server/creator-lists/creator-lists.test.ts); `lists.note` changes it.
  'lists.add',
  // A browser's address and keys are in no response (server/push/push.test.ts).
  'push.subscribe',
]

describe('text input', () => {
  /**
   * The free text of each call: a text of the maximum length is accepted, trimmed and otherwise unchanged; one more
   * character is refused.
   */
  const texts = writes.flatMap((write) => {
    // A proof is compared, not stored. A decision's reason is stored only with a decision (server/disputes). The text
    // of a sending is read in its revision request (server/review), and that of a report by operators (server/reports).
    if (write.schema.body === undefined || UNKEPT.includes(write.key)) return []
    const fields = boundsOf(write.schema.body).filter(
      ({ path, schema, most }) =>
        // A guest's token is compared, not stored.
        /^(?!token$)\w+$/.test(path) && most !== null && schema.safeParse(TYPED).success,
    )
    return fields.length === 0 ? [] : [{ ...write, fields }]
  })

  test('is free text in at least eight calls', () => {
    expect(texts.length).toBeGreaterThanOrEqual(8)
  })

  test.each(texts)('of $key is trimmed, otherwise unchanged, and bounded', async (write) => {
    const world = await buildAccessWorld(money.api.pool)
    const actor = actorFor(write)
    await simulateProviderEvent(money, world, write.key, actor)
    const { body, ...rest } = inputOf(write, world)
    for (const { path, most } of write.fields) {
      const tooLong = { ...body, [path]: 'x'.repeat((most ?? 0) + 1) }
      const refused = await money.api.call(world.people[actor], write.key, {
        ...rest,
        body: tooLong,
      })
      expect(expectRefusal(refused, 'request.invalid').fields?.[path], path).toMatch(
        /\w+ .*\d|at most/,
      )
    }
    const longest = Object.fromEntries(
      write.fields.map(({ path, most }) => [path, padded(most ?? 0)]),
    )
    const taken = await money.api.call(world.people[actor], write.key, {
      ...rest,
      body: { ...body, ...longest },
    })
    expect(taken.status, JSON.stringify(taken.body)).toBe(200)
    for (const [path, value] of Object.entries(longest))
      expect(keptOf(write.key, taken.body, path), path).toBe(value.trim())
  })

  /**
   * Where a field's result is found, if not under its own name: in the last line of the list it was added to, for
   * example.
   */
  const ELSEWHERE: Partial<Record<string, (answer: never) => unknown>> = {
    'disputes.state.statement': (answer: { statements: { content: string }[] }) =>
      answer.statements.at(-1)?.content,
    'disputes.open.statement': (answer: { statements: { content: string }[] }) =>
      answer.statements.at(-1)?.content,
    'checks.answer.note': (answer: { checks: { note: string | null }[] }) =>
      answer.checks.find(({ note }) => note !== null)?.note,
    'offers.make.note': (answer: { offers: { note: string }[] }) => answer.offers.at(-1)?.note,
    'review.answer.text': (answer: { answer: { text: string } }) => answer.answer.text,
    'review.reply.body': (answer: { replies: { body: string }[] }) => answer.replies.at(-1)?.body,
    'reputation.write.body': (answer: { reviews: { mine: { body: string } } }) =>
      answer.reviews.mine.body,
    'reputation.write.note': (answer: { reviews: { mine: { note: string } } }) =>
      answer.reviews.mine.note,
    'sanctions.appeal.body': (answer: { appeal: { body: string } }) => answer.appeal.body,
    'operator.act_on_report.facts': (answer: { reason: string }) => answer.reason,
    'operator.answer_appeal.answer': (answer: { reason: string }) => answer.reason,
    'reputation.answer.body': (answer: { reviews: { theirs: { answer: { body: string } } } }) =>
      answer.reviews.theirs.answer.body,
    'amendments.propose.note': (answer: { amendments: { note: string }[] }) =>
      answer.amendments.at(-1)?.note,
    'shipping.plan.product': (answer: { shipment: { product: string } }) => answer.shipment.product,
    'shipping.ship.carrier': (answer: { shipment: { carrier: string } }) => answer.shipment.carrier,
    'shipping.ship.number': (answer: { shipment: { number: string } }) => answer.shipment.number,
    'shipping.report.words': (answer: { shipment: { problem_words: string } }) =>
      answer.shipment.problem_words,
    'review.guest_note.name': (answer: { guest_name: string }) => answer.guest_name,
  }
  const keptOf = (key: RouteKey, answer: unknown, path: string): unknown => {
    const elsewhere = ELSEWHERE[`${key}.${path}`]
    return elsewhere === undefined
      ? (answer as Record<string, unknown>)[path]
      : elsewhere(answer as never)
  }

  /** Only brands have company fields (SPEC §3). */
  const actorFor = ({ key, actor }: Write): Write['actor'] =>
    key === 'profiles.update' ? 'owner' : actor

  const LINKS: [RouteKey, string, (link: string) => unknown][] = [
    ['profiles.update', 'website', (link) => link],
    ['profiles.update', 'portfolio_urls', (link) => [link]],
    ['profiles.update', 'social_links', (link) => ({ instagram: link })],
    ['deliverables.submit', 'post_url', (link) => link],
  ]
  test.each(LINKS)('%s accepts only http(s) links as %s', async (key, field, value) => {
    const write = writes.find((one) => one.key === key)
    if (write === undefined) throw new Error(`${key} is no write`)
    const { body, ...rest } = inputOf(write, shared)
    for (const link of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://shop.example/x',
      'file:///etc/passwd',
      '//shop.example/x',
      'https://user:secret@shop.example/',
      'https://shop.example\\@evil.example/',
      `java\nscript:alert(1)`,
      randomUUID(),
    ]) {
      const reply = await money.api.call(shared.people[actorFor(write)], key, {
        ...rest,
        body: { ...body, [field]: value(link) },
      })
      const problem = expectRefusal(reply, 'request.invalid')
      expect(Object.values(problem.fields ?? {}), `${field}: ${link}`).toContain('Invalid URL')
    }
  })
})
