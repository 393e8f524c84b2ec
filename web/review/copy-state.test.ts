import { expect, test } from 'vitest'
import { isCopyAwaited } from './copy-state.ts'

const NOW = new Date('2026-06-03T12:00:00Z')
const version = {
  file_type: 'video/mp4',
  preview_state: 'being_prepared',
  created_at: '2026-06-01T12:00:00Z',
} as const

test('a preview copy is awaited while the server prepares it, however old the delivery is', () => {
  expect(isCopyAwaited(version, 'owner', NOW)).toBe(true)
  expect(isCopyAwaited(version, 'creator', NOW)).toBe(true)
  expect(isCopyAwaited({ ...version, preview_state: 'none' }, 'owner', NOW)).toBe(false)
  expect(isCopyAwaited({ ...version, file_type: 'application/zip' }, 'owner', NOW)).toBe(false)
})

test('a guest, who does not receive the preview state, awaits the copy for half an hour', () => {
  const at = (created_at: string) => isCopyAwaited({ ...version, created_at }, 'guest', NOW)
  expect(at('2026-06-03T11:31:00Z')).toBe(true)
  expect(at('2026-06-03T11:30:00Z')).toBe(false)
})
