import { describe, expect, it } from 'vitest'
import { trackSteps, type Deal } from './track-steps.ts'

const noTimes: Deal['project']['timeline'] = {
  posted_at: null,
  first_application_at: null,
  accepted_at: null,
  funded_at: null,
  delivered_at: null,
  approved_at: null,
  released_at: null,
}
const posted = { ...noTimes, posted_at: '2026-06-02T12:00:00Z' }
const applied = { ...posted, first_application_at: '2026-06-02T15:00:00Z' }
const accepted = { ...applied, accepted_at: '2026-06-06T12:00:00Z' }
const funded = { ...accepted, funded_at: '2026-06-07T12:00:00Z' }
const delivered = { ...funded, delivered_at: '2026-06-17T12:00:00Z' }
const approved = { ...delivered, approved_at: '2026-06-20T12:00:00Z' }
const released = { ...approved, released_at: '2026-06-20T12:30:00Z' }

function deal(changes: Partial<Deal> & { timeline?: Deal['project']['timeline'] } = {}): Deal {
  const { timeline = delivered, project, ...rest } = changes
  return {
    project: {
      status: 'in_progress',
      deadline: '2026-06-28',
      application_count: 9,
      accepted_price: 540,
      timeline,
      ...project,
    },
    reader: 'owner',
    creatorName: 'Maya',
    paymentStatus: 'held_in_escrow',
    paidTooLate: false,
    releasing: false,
    creatorAmount: 459,
    toReview: 0,
    reviewBy: null,
    revisionOpen: false,
    unsure: false,
    ...rest,
  }
}

const rows = (value: Deal) =>
  trackSteps(value).steps.map((step) => [step.label, step.when, step.state])
const held = (value: Deal) => trackSteps(value).steps.map((step) => Boolean(step.held))

const active = (timeline: Deal['project']['timeline'] = applied): Deal => {
  const value = deal({ timeline, creatorName: null, paymentStatus: null, creatorAmount: null })
  return { ...value, project: { ...value.project, status: 'active', accepted_price: null } }
}

describe('the track of a deal', () => {
  it('asks the owner to select one of the applicants', () => {
    expect(rows(active())).toEqual([
      ['Project posted', 'Jun 2', 'done'],
      ['Creators apply', '9 so far', 'done'],
      ['You select one', 'Your move', 'yours'],
      ['Funds held', 'In escrow', 'todo'],
      ['Work delivered', 'By Jun 28', 'todo'],
      ['You approve', 'Within 7 days', 'todo'],
      ['Creator paid', 'Released', 'todo'],
    ])
    expect(trackSteps(active()).note).toBe('9 creators applied. Accept one to fund the project.')
  })

  it('names no one’s move when the payment or the deliverables could not be loaded', () => {
    const unsure = deal({ unsure: true, paymentStatus: null })
    expect(rows(unsure).map(([, , state]) => state)).toEqual([
      ...Array<string>(5).fill('done'),
      'todo',
      'todo',
    ])
    expect(trackSteps(unsure).note).toBe('')
    expect(JSON.stringify(rows(unsure))).not.toContain('Your move')
  })

  it('waits for creators while no one applied', () => {
    expect(rows(active(posted))[1]).toEqual(['Creators apply', 'Waiting for creators', 'theirs'])
  })

  it('asks the owner of a draft to publish it', () => {
    const draft = active(noTimes)
    const value = { ...draft, project: { ...draft.project, status: 'draft' as const } }
    expect(rows(value)[0]).toEqual(['Project posted', 'Your move · publish it', 'yours'])
  })

  it('asks the owner to fund after accepting, and tells the creator who moves', () => {
    const value = deal({ timeline: accepted, paymentStatus: null })
    expect(rows(value)[3]).toEqual(['Funds held', 'Your move · fund escrow', 'yours'])
    expect(rows({ ...value, reader: 'creator' })[3]).toEqual([
      'Funds held',
      'Seller funds escrow',
      'theirs',
    ])
    expect(held(value)).toEqual([false, false, false, false, false, false, false])
  })

  it('shows the creator at work while money is held, with a red-lead rail to the review', () => {
    const value = deal({ timeline: funded })
    expect(rows(value)[4]).toEqual(['Work in progress', 'Maya, by Jun 28', 'theirs'])
    expect(rows({ ...value, reader: 'creator' })[4]).toEqual([
      'Work in progress',
      'Your move · by Jun 28',
      'yours',
    ])
    expect(held(value)).toEqual([false, false, false, true, true, true, false])
  })

  it('tells the owner the day by which to review', () => {
    const value = deal({ toReview: 2, reviewBy: '2026-06-24T12:00:00Z' })
    expect(rows(value).slice(3)).toEqual([
      ['Funds held', 'Jun 7', 'done'],
      ['Work delivered', 'Jun 17', 'done'],
      ['Your review', 'Your move · by Jun 24', 'yours'],
      ['Maya paid', 'On release', 'todo'],
    ])
    expect(trackSteps(value).note).toBe('$540.00 held. Approve or ask for a revision by Jun 24.')
    expect(rows({ ...value, reader: 'creator' })[5]).toEqual([
      'Seller review',
      'By Jun 24',
      'theirs',
    ])
  })

  it('returns to the creator when a revision was asked for', () => {
    const value = deal({ revisionOpen: true })
    expect(rows(value)[4]).toEqual(['Revision requested', 'Maya, by Jun 28', 'theirs'])
    expect(rows({ ...value, reader: 'creator' })[4]?.[2]).toBe('yours')
  })

  it('leaves the release to the owner when work was approved without releasing', () => {
    const value = deal({ timeline: approved })
    expect(rows(value).slice(5)).toEqual([
      ['You approved', 'Jun 20', 'done'],
      ['Maya paid', 'Your move · release payment', 'yours'],
    ])
  })

  it('asks nobody for a release that is on its way', () => {
    const value = deal({ timeline: approved, releasing: true })
    expect(rows(value)[6]).toEqual(['Maya paid', 'On its way', 'theirs'])
    expect(trackSteps(value).note).toBe('$540.00 held. The transfer to Maya is on its way.')
    expect(trackSteps({ ...value, reader: 'creator' }).note).toBe(
      '$540.00 held. The transfer to you is on its way.',
    )
  })

  it('returns to the review when more is delivered after an approval', () => {
    const value = deal({ timeline: approved, toReview: 1, reviewBy: '2026-06-28T12:00:00Z' })
    expect(rows(value).slice(5)).toEqual([
      ['Your review', 'Your move · by Jun 28', 'yours'],
      ['Maya paid', 'On release', 'todo'],
    ])
  })

  it('is over once the money was released, even when nothing was delivered', () => {
    const value = deal({
      timeline: { ...funded, released_at: '2026-06-20T12:30:00Z' },
      paymentStatus: 'released',
      reader: 'creator',
    })
    const { steps, note } = trackSteps(value)
    expect(steps.map(({ state }) => state)).toEqual(Array(7).fill('done'))
    expect(steps[4]).toMatchObject({ label: 'Work', when: 'Not handed in here' })
    expect(note).toBe('You were paid.')
  })

  it('ends with the amount the creator got and a petrol rail', () => {
    const value = deal({ timeline: released, paymentStatus: 'released' })
    const completed = { ...value, project: { ...value.project, status: 'completed' as const } }
    expect(rows(completed)[6]).toEqual(['Maya paid', 'Jun 20, $459.00', 'done'])
    expect(held(completed)).not.toContain(true)
    expect(rows({ ...completed, reader: 'creator' })[6]?.[0]).toBe('You are paid')
  })

  it.each(['owner', 'creator'] as const)(
    'asks the %s for nothing once the money was returned',
    (reader) => {
      for (const one of [
        deal({ timeline: funded, paymentStatus: 'refunded', reader }),
        deal({ timeline: delivered, paymentStatus: 'refunded', reader, revisionOpen: true }),
        deal({
          timeline: delivered,
          paymentStatus: 'refunded',
          reader,
          toReview: 1,
          reviewBy: '2026-06-24T12:00:00Z',
        }),
      ]) {
        const { steps, note, ended } = trackSteps(one)
        expect(steps.map(({ state }) => state)).not.toContain('yours')
        expect(steps.map(({ state }) => state)).not.toContain('theirs')
        const [, , , , , review, paid] = steps
        expect([review?.when, paid?.when]).toEqual(['No longer due', 'Money returned'])
        // No date and no number of days that no one has to keep.
        expect(JSON.stringify(steps)).not.toMatch(/[Bb]y Jun|Within|In progress|Revision/)
        expect([ended, note]).toEqual([
          'Money returned',
          'The money went back to the card it came from.',
        ])
      }
      expect(trackSteps(deal()).ended).toBeNull()
    },
  )

  it('is no one’s move once the project was cancelled', () => {
    const value = active()
    const cancelled = { ...value, project: { ...value.project, status: 'cancelled' as const } }
    expect(rows(cancelled).map((row) => row[2])).not.toContain('yours')
    expect(trackSteps(cancelled).note).toBe('This project was cancelled.')
  })
})
