import { expect, test } from 'vitest'
import { answerComplaint, isList, sizeComplaint } from './answer-budget.ts'

const KIB = 1024

test('an answer is at most 256 KiB, or ten times its request if that is more', () => {
  expect(sizeComplaint('projects.get', 100, 256 * KIB)).toBeNull()
  expect(sizeComplaint('projects.get', 100, 256 * KIB + 1)).toContain('262144 is the most')
  expect(sizeComplaint('projects.create', 60 * KIB, 600 * KIB)).toBeNull()
  expect(sizeComplaint('projects.create', 60 * KIB, 600 * KIB + 1)).not.toBeNull()
  expect(sizeComplaint(null, 0, 300 * KIB)).not.toBeNull()
})

test('lists are exempt, and recognised by the shape of their answer', () => {
  expect(isList('projects.list')).toBe(true)
  expect(isList('notifications.list')).toBe(true)
  expect(isList('projects.get')).toBe(false)
  expect(sizeComplaint('projects.list', 0, 300 * KIB)).toBeNull()
})

test('an answer to a URL is judged by the rules of its call', () => {
  const large = { status: 200, body: 'x'.repeat(300 * KIB), sentBytes: 0 }
  expect(answerComplaint('/api/projects?search=x', 'GET', large)).toBeNull()
  expect(answerComplaint('/api/projects/1', 'GET', large)).not.toBeNull()
  expect(answerComplaint('/api/projects/1', 'GET', { ...large, status: 500 })).toContain('500')
})
