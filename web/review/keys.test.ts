import { expect, test } from 'vitest'
import { actOf, KEYS, shortcut, tip } from './keys.ts'

const press = (key: string, held: 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | '' = '') =>
  actOf({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...(held ? { [held]: true } : {}),
  })

test('each key does one thing, in capitals too', () => {
  const all = KEYS.flatMap(({ keys }): readonly string[] => keys)
  expect(new Set(all).size).toBe(all.length)
  expect(press(' ')).toBe('toggle')
  expect(press('K')).toBe('toggle')
  expect(press('ArrowLeft')).toBe('frameBack')
  expect(press('ArrowLeft', 'shiftKey')).toBe('secondBack')
  expect(press('?', 'shiftKey')).toBe('help')
  expect(press('x')).toBe(null)
})

test('what the browser does with a key stays the browser’s', () => {
  expect(press('c', 'ctrlKey')).toBe(null)
  expect(press('r', 'metaKey')).toBe(null)
  expect(press('ArrowLeft', 'altKey')).toBe(null)
})

test('a button says its key', () => {
  expect(tip('frameOn')).toBe('One frame on (→)')
  expect(shortcut('secondBack')).toBe('Shift+ArrowLeft')
  expect(shortcut('toggle')).toBe('Space')
})
