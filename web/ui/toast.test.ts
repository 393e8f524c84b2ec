import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToast, lastToast, subscribeToToasts, toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  toast.dismiss()
  vi.runAllTimers()
  vi.useRealTimers()
})

test('Toasts: one at a time; the next takes its place', () => {
  let told = 0
  const stop = subscribeToToasts(() => (told += 1))
  toast.success('Project saved as draft!')
  const first = currentToast()
  toast.error('Failed to load messages', 'We could not reach the server.')
  expect(currentToast()).toMatchObject({ tone: 'error', title: 'Failed to load messages' })
  // What closes the first one must not close the one that took its place.
  toast.dismiss(first?.id)
  expect(currentToast()?.title).toBe('Failed to load messages')
  toast.dismiss(currentToast()?.id)
  expect(currentToast()).toBeNull()
  expect(told).toBe(3)
  stop()
})

test('a dismissed toast is removed after 1000000 ms', () => {
  toast.success('Status Updated')
  toast.dismiss()
  vi.advanceTimersByTime(999_999)
  expect(lastToast()?.title).toBe('Status Updated')
  vi.advanceTimersByTime(1)
  expect(lastToast()).toBeNull()

  toast.success('Status Updated')
  toast.dismiss()
  vi.advanceTimersByTime(900_000)
  toast.success('Payment Released')
  vi.advanceTimersByTime(900_000)
  expect(currentToast()?.title).toBe('Payment Released')
})
