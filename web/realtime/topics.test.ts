import { describe, expect, it } from 'vitest'
import { CHANGE_TOPICS } from '#contract/conversations.ts'
import { concerns } from './topics.ts'

const topicsOf = (key: string) => CHANGE_TOPICS.filter((topic) => concerns(topic, [key, {}]))

describe('a change reaches the queries that show it', () => {
  it('by the first part of the key', () => {
    expect(topicsOf('projects.get')).toEqual(['projects'])
    expect(topicsOf('applications.for_project')).toEqual(['applications'])
    expect(topicsOf('deliverables.to_review')).toEqual(['deliverables'])
    expect(topicsOf('checks.of_delivery')).toEqual(['deliverables'])
    // Agreeing on another brief changes the application.
    expect(topicsOf('checks.before')).toEqual(['applications', 'deliverables'])
    expect(topicsOf('payments.for_project')).toEqual(['payments'])
    expect(topicsOf('payouts.account')).toEqual(['payouts'])
    expect(topicsOf('dashboard.creator')).toEqual(['dashboard'])
  })
  it('by related keys, such as the header’s counts or a thread’s deal', () => {
    expect(topicsOf('navigation.counts')).toEqual(['conversations', 'invitations'])
    expect(topicsOf('payment_methods.list')).toEqual(['payments'])
    expect(topicsOf('conversations.events')).toEqual([
      'projects',
      'deliverables',
      'payments',
      'reputation',
      'conversations',
    ])
    expect(topicsOf('conversations.list')).toEqual(['projects', 'payments', 'conversations'])
  })
  it('but never messages, which catch up instead', () => {
    expect(topicsOf('messages.list')).toEqual([])
  })
  it('and no others, since keys are matched by whole words', () => {
    expect(topicsOf('profiles.get')).toEqual([])
    expect(topicsOf('projectsomething')).toEqual([])
    expect(concerns('projects', [])).toBe(false)
  })
})
