import { describe, expect, test } from 'vitest'
import { unsavedPart } from './unsaved-part.ts'
import type { Typed } from './use-composer.ts'

const saved: Typed = {
  id: 'a',
  kind: 'must',
  body: ' The logo is cut off. ',
  fixed: true,
  at_ms: 1_000,
  until_ms: 2_000,
  page: null,
  place: { x: 1, y: 2 },
  drawing: null,
}
const typed = (body: string) => unsavedPart({ ...saved, body }, saved).body

describe('what was typed while a note was being saved', () => {
  test('nothing remains of what was saved, whatever space surrounds it', () => {
    for (const body of [saved.body, 'The logo is cut off.', 'The logo is cut off.\n '])
      expect(typed(body)).toBe('')
    expect(unsavedPart(saved, saved)).toMatchObject({ until_ms: null, place: null, drawing: null })
  })

  test('what continues the saved words remains without them', () => {
    expect(typed(' The logo is cut off. And the steam ')).toBe('And the steam ')
  })

  test('other text remains as a whole, and so do another point and another range', () => {
    expect(typed('The logo was cut off. ')).toBe('The logo was cut off. ')
    const moved = { ...saved, until_ms: 3_000, place: { x: 3, y: 4 } }
    expect(unsavedPart(moved, saved)).toMatchObject({ until_ms: 3_000, place: { x: 3, y: 4 } })
  })
})
