import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import {
  forgetDrafts,
  isLasting,
  keepDraft,
  keepSentId,
  restoreDraft,
  sentId,
  sweepDrafts,
} from './draft-store.ts'

/** The part of a browser's storage that is used, over plain properties as in browsers. */
function storage() {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  }
  return Object.setPrototypeOf(kept, methods) as Storage
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const saved = { title: '', images: [] as string[], avatar: null as string | null }

it('restores what was typed only for the same person in the same form', () => {
  const draft = { title: 'Mugs', images: ['/a.webp'], avatar: '/me.webp' }
  keepDraft('maya', 'post-project', draft)
  expect(restoreDraft('maya', 'post-project', saved)).toEqual(draft)
  expect(restoreDraft('ellen', 'post-project', saved)).toEqual(saved)
  expect(restoreDraft(null, 'post-project', saved)).toEqual(saved)
  expect(restoreDraft('maya', 'other', saved)).toEqual(saved)
})

it('restores only the form’s fields, and only values of the right type', () => {
  keepDraft('maya', 'form', { title: ['no text'], images: 'no list', gone: 1 })
  expect(restoreDraft('maya', 'form', saved)).toEqual(saved)
  sessionStorage.setItem('cartwright-draft:maya:form', '{broken')
  expect(restoreDraft('maya', 'form', saved)).toEqual(saved)
})

it('deletes one draft, or all drafts without touching other stored data', () => {
  keepDraft('maya', 'one', { title: 'a' })
  keepDraft('maya', 'one', null)
  expect(restoreDraft('maya', 'one', saved)).toEqual(saved)
  keepDraft('maya', 'two', { title: 'b' })
  sessionStorage.setItem('other', 'stays')
  forgetDrafts()
  expect(restoreDraft('maya', 'two', saved)).toEqual(saved)
  expect(sessionStorage.getItem('other')).toBe('stays')
})

it('keeps the id that a draft was sent with, until the draft is deleted', () => {
  keepDraft('maya', 'post-project', { title: 'Mugs' })
  expect(sentId('maya', 'post-project')).toBeNull()
  keepSentId('maya', 'post-project', 'an-id')
  expect(sentId('maya', 'post-project')).toBe('an-id')
  keepDraft('maya', 'post-project', { title: 'Mugs' }, 'another-id')
  expect(sentId('maya', 'post-project')).toBe('another-id')
  expect(sentId('ellen', 'post-project')).toBeNull()
  expect(restoreDraft('maya', 'post-project', saved)).toEqual({ ...saved, title: 'Mugs' })
  keepDraft('maya', 'post-project', null)
  expect(sentId('maya', 'post-project')).toBeNull()
  keepSentId('maya', 'post-project', 'an-id')
  expect(sentId('maya', 'post-project')).toBeNull()
})

it('keeps the draft of an application for all tabs of the device, until all drafts are deleted', () => {
  keepDraft('maya', 'apply-1', { title: 'Mugs' })
  expect(isLasting('apply-1')).toBe(true)
  vi.stubGlobal('sessionStorage', storage())
  expect(restoreDraft('maya', 'apply-1', saved).title).toBe('Mugs')
  forgetDrafts()
  expect(restoreDraft('maya', 'apply-1', saved)).toEqual(saved)
  expect(Object.keys(localStorage)).toEqual([])
})

it('keeps the draft of any other form for its own tab only', () => {
  keepDraft('maya', 'post-project', { title: 'Mugs' })
  expect(isLasting('post-project')).toBe(false)
  expect(Object.keys(localStorage)).toEqual([])
})

it('sweeps other people’s drafts, and those that are 30 days old, from the device', () => {
  vi.useFakeTimers({ now: Date.parse('2026-06-01T09:00:00Z') })
  keepDraft('maya', 'apply-old', { title: 'Old' })
  vi.setSystemTime(Date.parse('2026-07-01T09:00:00Z'))
  keepDraft('maya', 'apply-new', { title: 'New' })
  keepDraft('jonas', 'apply-new', { title: 'His' })
  localStorage.setItem('other', 'stays')
  sweepDrafts('maya')
  expect(Object.keys(localStorage)).toEqual(['cartwright-draft:maya:apply-new', 'other'])
  vi.useRealTimers()
})
