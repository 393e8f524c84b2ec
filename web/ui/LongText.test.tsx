import { expect, test } from 'vitest'
import { wordsOf } from '#web/testing/drawn.tsx'
import { LongText } from './LongText.tsx'

test('a text with many characters or lines offers "Show all", a short one does not', () => {
  expect(wordsOf(<LongText text="Slower, please." />)).not.toContain('Show all')
  expect(wordsOf(<LongText text={'Slower. '.repeat(60)} />)).toContain('Show all')
  expect(wordsOf(<LongText text={'1\n2\n3\n4\n5'} />)).toContain('Show all')
  expect(wordsOf(<LongText text={'1\n2\n3\n4\n5'} lines={12} />)).not.toContain('Show all')
})
