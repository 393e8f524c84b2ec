import { beforeEach, expect, it, vi } from 'vitest'
import { forgetDrafts, keepDraft, restoreDraft } from './draft-store.ts'

/** The used part of a browser's storage, over plain properties as in browsers. */
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
})

const saved = { title: '', images: [] as string[], avatar: null as string | null }

it('returns what was typed, to the same person in the same form only', () => {
  const draft = { title: 'Mugs', images: ['/a.webp'], avatar: '/me.webp' }
  keepDraft('maya', 'post-project', draft)
  expect(restoreDraft('maya', 'post-project', saved)).toEqual(draft)
  expect(restoreDraft('ellen', 'post-project', saved)).toEqual(saved)
  expect(restoreDraft(null, 'post-project', saved)).toEqual(saved)
  expect(restoreDraft('maya', 'other', saved)).toEqual(saved)
})

it('accepts only the form’s fields, in their types', () => {
  keepDraft('maya', 'form', { title: ['no text'], images: 'no list', gone: 1 })
  expect(restoreDraft('maya', 'form', saved)).toEqual(saved)
  sessionStorage.setItem('cartwright-draft:maya:form', '{broken')
  expect(restoreDraft('maya', 'form', saved)).toEqual(saved)
})

it('deletes one, or all of them without touching other stored data', () => {
  keepDraft('maya', 'one', { title: 'a' })
  keepDraft('maya', 'one', null)
  expect(restoreDraft('maya', 'one', saved)).toEqual(saved)
  keepDraft('maya', 'two', { title: 'b' })
  sessionStorage.setItem('other', 'stays')
  forgetDrafts()
  expect(restoreDraft('maya', 'two', saved)).toEqual(saved)
  expect(sessionStorage.getItem('other')).toBe('stays')
})
