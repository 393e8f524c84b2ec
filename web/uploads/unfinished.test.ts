import { expect, it } from 'vitest'
import { unfinishedUploads } from './unfinished.ts'

function storageOf(entries: Record<string, string>): Storage {
  const all = new Map(Object.entries(entries))
  return {
    length: all.size,
    key: (index) => [...all.keys()][index] ?? null,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
    clear: () => all.clear(),
  }
}
const stored = (name: string, creationTime: string) =>
  JSON.stringify({
    size: 100,
    metadata: { filename: name },
    creationTime,
    uploadUrl: '/storage/uploads/1',
  })

it('a person’s unfinished uploads to a bucket for a project are found, newest first', () => {
  const scope = { bucket: 'deliverable-files', projectId: 'p', userId: 'u' } as const
  const storage = storageOf({
    'tus::cartwright|u|deliverable-files|p|a.mp4::1': stored('a.mp4', '2026-01-01'),
    'tus::cartwright|u|deliverable-files|p|b.mp4::2': stored('b.mp4', '2026-01-02'),
    'tus::cartwright|u|deliverable-files|q|c.mp4::3': stored('c.mp4', '2026-01-03'),
    'tus::cartwright|v|deliverable-files|p|d.mp4::4': stored('d.mp4', '2026-01-03'),
    'tus::cartwright|u|product-images|p|e.png::5': stored('e.png', '2026-01-03'),
    'tus::cartwright|u|deliverable-files|p|f.mp4::6': '{broken',
    'tus::cartwright|u|deliverable-files|p|g.mp4::7': 'null',
    theme: 'dark',
  })
  expect(unfinishedUploads(storage, scope).map(({ name, size }) => [name, size])).toEqual([
    ['b.mp4', 100],
    ['a.mp4', 100],
  ])
})
