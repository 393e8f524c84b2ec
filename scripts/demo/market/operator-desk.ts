import type { Session } from '#scripts/demo/session.ts'
import type { Stage } from '#scripts/demo/stage.ts'
import type { Moment } from '#scripts/demo/timeline.ts'
import { createAccountMarks } from '#server/account-marks/account-marks.ts'
import { relinkEveryone } from '#server/rings/ring-clock.ts'
import { present } from './play.ts'

/** A market as one of its users, or its operator, uses it. */
type Person = (key: string) => Session

/** Lucía wrote this to Loam (loam-deals.ts); it was about the fee. */
const ABOUT_PAYPAL = 'PayPal'
/** Northlight's project that takes applications. */
const REPORTED_PROJECT = 'The smallest speaker, lost and found'

/**
 * The operator's work besides the disputes: a report that no one has reviewed, a warning that was appealed, and a brand
 * and a creator who signed in with the same browser.
 */
export function operatorsDesk(
  stage: Stage,
  person: Person,
  daysAgo: (days: number) => Date,
): Moment[] {
  return [
    { at: daysAgo(20), play: () => shareABrowser(stage, person('kestrel'), person('amara')) },
    { at: daysAgo(0.9), play: () => reportProject(person('northlight'), person('rui')) },
    { at: daysAgo(0.6), play: () => reportMessage(person('loam')) },
    { at: daysAgo(0.4), play: () => warn(person('operator')) },
    { at: daysAgo(0.2), play: () => appeal(stage, person('lucia')) },
  ]
}

/** As a sign-in by each of them would record it. */
async function shareABrowser({ deps, pool, now }: Stage, ...people: Session[]): Promise<void> {
  const marks = createAccountMarks(deps.config.keys)
  const seen = [{ kind: 'device', value: 'the browser they share' }] as const
  for (const { userId } of people) await marks.note(pool, userId, seen, now())
  await relinkEveryone(deps, now())
}

async function reportProject(brand: Session, reporter: Session): Promise<void> {
  const mine = await brand.call('projects.mine', { query: {} })
  const { id } = present(
    mine.find(({ title }) => title === REPORTED_PROJECT),
    REPORTED_PROJECT,
  )
  await reporter.call('reports.create', {
    body: {
      subject: 'project',
      subject_id: id,
      reason: 'misleading',
      body: 'The same project stood here in spring, and nobody was hired. I think it only collects ideas.',
    },
  })
}

async function reportMessage(reader: Session): Promise<void> {
  const talks = await reader.call('conversations.list', { query: {} })
  const pages = await Promise.all(
    talks.map(({ id }) => reader.call('messages.list', { params: { id }, query: {} })),
  )
  const { id } = present(
    pages
      .flat()
      .find(
        ({ sender_id, content }) => sender_id !== reader.userId && content?.includes(ABOUT_PAYPAL),
      ),
    'message about paying elsewhere',
  )
  await reader.call('reports.create', {
    body: {
      subject: 'message',
      subject_id: id,
      reason: 'off_platform',
      body: 'We said no and it was fine, but you should know.',
    },
  })
}

async function warn(operator: Session): Promise<void> {
  const { rows } = await operator.call('operator.reports', { query: {} })
  const { id } = present(
    rows.find(({ subject }) => subject === 'message'),
    'report of a message',
  )
  await operator.call('operator.take_report', { params: { id } })
  await operator.call('operator.act_on_report', {
    params: { id },
    body: {
      act: 'warn',
      reason: 'off_platform',
      facts: 'You proposed that the brand pays you by PayPal to save the fee.',
    },
  })
}

async function appeal({ pool }: Stage, person: Session): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from sanctions where person_id = $1 order by at desc limit 1',
    [person.userId],
  )
  await person.call('sanctions.appeal', {
    params: { id: present(rows[0], 'sanction').id },
    query: {},
    body: {
      body: 'It was meant as a question about the fee, and I did not mention it again. We went on here.',
    },
  })
}
