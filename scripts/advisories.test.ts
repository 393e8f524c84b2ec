import { expect, test } from 'vitest'
import { readAudit } from './advisories-text.ts'

const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities })

test('names each advisory once, at the package it is about', () => {
  const via = [
    {
      title: 'Prototype pollution',
      url: 'https://advisories.example/1',
      severity: 'high',
      range: '<1.2.3',
    },
  ]
  expect(readAudit(report({ 'left-over': { via }, 'its-user': { via: ['left-over'] } }))).toEqual({
    outcome: 'found',
    lines: ['left-over <1.2.3: high, Prototype pollution (https://advisories.example/1)'],
  })
})

test('a registry without advisories is distinguished from one that does not answer', () => {
  expect(readAudit(report({}))).toEqual({ outcome: 'none' })
  const failures: [output: string, why: string][] = [
    [
      '{"message": "request failed, reason: timed out", "error": {"summary": "", "detail": ""}}',
      'request failed, reason: timed out',
    ],
    [
      '{"error": {"code": "ENOAUDIT", "summary": "Your registry does not support audit requests."}}',
      'ENOAUDIT',
    ],
    ['', 'npm printed no report'],
    ['{}', 'npm printed no report'],
  ]
  for (const [output, why] of failures)
    expect(readAudit(output)).toEqual({ outcome: 'unanswered', why })
})
