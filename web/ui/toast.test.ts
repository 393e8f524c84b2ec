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
  let notified = 0
  const stop = subscribeToToasts(() => (notified += 1))
  toast.success('Project saved as draft!')
  const first = currentToast()
  toast.error('Failed to load messages', 'We could not reach the server.')
  expect(currentToast()).toMatchObject({ tone: 'error', title: 'Failed to load messages' })
  // Closing the first one must not close its replacement.
  toast.dismiss(first?.id)
  expect(currentToast()?.title).toBe('Failed to load messages')
  toast.dismiss(currentToast()?.id)
  expect(currentToast()).toBeNull()
  expect(notified).toBe(3)
  stop()
})

test('two messages that arrive together are shown in turn, the first for four seconds', () => {
  for (const [first, second] of [
    ['Deliverable approved successfully', 'Payment Released'],
    ['Payment Released', 'Deliverable approved successfully'],
  ] as const) {
    toast.success(first)
    vi.advanceTimersByTime(100)
    toast.success(second, 'Payment released to creator')
    expect(currentToast()?.title).toBe(first)
    vi.advanceTimersByTime(3_800)
    expect(currentToast()?.title).toBe(first)
    vi.advanceTimersByTime(200)
    expect(currentToast()).toMatchObject({ title: second, detail: 'Payment released to creator' })
    toast.dismiss()
  }
})

test('a waiting message is shown once the current one is closed or read, but not while that is held', () => {
  toast.success('One')
  toast.info('Two')
  toast.info('Three')
  toast.hold(true)
  vi.advanceTimersByTime(60_000)
  expect(currentToast()?.title).toBe('One')
  toast.dismiss(currentToast()?.id)
  expect(currentToast()?.title).toBe('Two')
  vi.advanceTimersByTime(4_000)
  expect(currentToast()?.title).toBe('Three')
})

test('an error is shown immediately, and the same message is not repeated', () => {
  toast.success('One')
  toast.info('Two')
  toast.error('Release Failed')
  expect(currentToast()?.title).toBe('Release Failed')
  toast.info('Two')
  vi.advanceTimersByTime(4_000)
  expect(currentToast()?.title).toBe('Two')
  toast.info('Two')
  vi.advanceTimersByTime(60_000)
  toast.dismiss(currentToast()?.id)
  expect(currentToast()).toBeNull()
})

test('closing everything also drops the messages that wait', () => {
  toast.success('One')
  toast.info('Two')
  toast.dismiss()
  vi.advanceTimersByTime(60_000)
  expect(currentToast()).toBeNull()
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
