import { expect, test } from 'vitest'
import { disputeMessages } from '#contract/dispute-words.ts'
import { uploadMessages } from '#contract/uploads.ts'
import type { UploadItem } from '#web/uploads/use-uploads.ts'
import { EMPTY_STATEMENT, readStatement } from './read-statement.ts'

const arrived = { state: 'done', uploaded: { id: 'f1' } } as UploadItem
const lost = { state: 'failed', uploaded: null } as UploadItem
const typed = { ...EMPTY_STATEMENT, statement: ' It is not in the picture. ' }

test('a statement is sent with every file that was chosen, or not at all', () => {
  expect(readStatement(typed, { items: [arrived], failed: false }).input).toEqual({
    statement: 'It is not in the picture.',
    file_ids: ['f1'],
  })
  expect(readStatement(typed, { items: [], failed: false }).input?.file_ids).toEqual([])
  expect(readStatement(typed, { items: [arrived, lost], failed: true })).toEqual({
    input: null,
    errors: { file_ids: uploadMessages.notArrived },
  })
})

test('a missing text and a failed file are both named', () => {
  expect(readStatement(EMPTY_STATEMENT, { items: [lost], failed: true }).errors).toEqual({
    statement: disputeMessages.statementRequired,
    file_ids: uploadMessages.notArrived,
  })
})
