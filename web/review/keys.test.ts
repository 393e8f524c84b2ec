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

test('each key has a single action, in upper and lower case', () => {
  const all = KEYS.flatMap(({ keys }): readonly string[] => keys)
  expect(new Set(all).size).toBe(all.length)
  expect(press(' ')).toBe('toggle')
  for (const { does, keys } of KEYS)
    for (const key of keys) {
      const [plain, held] = [key.replace('shift+', ''), key.startsWith('shift+')] as const
      for (const pressed of [plain, plain.toUpperCase()])
        expect(press(pressed, held ? 'shiftKey' : ''), pressed).toBe(does)
    }
  expect(press('K')).toBe('toggle')
  expect(press('ArrowLeft')).toBe('frameBack')
  expect(press('ArrowLeft', 'shiftKey')).toBe('secondBack')
  expect(press('?', 'shiftKey')).toBe('help')
  expect(press('x')).toBe(null)
})

test('keys pressed with Ctrl, Meta or Alt are left to the browser', () => {
  expect(press('c', 'ctrlKey')).toBe(null)
  expect(press('r', 'metaKey')).toBe(null)
  expect(press('ArrowLeft', 'altKey')).toBe(null)
})

test('a button states its key in its tooltip and its keyboard shortcut', () => {
  expect(tip('frameOn')).toBe('One frame on (→)')
  expect(shortcut('secondBack')).toBe('Shift+ArrowLeft')
  expect(shortcut('toggle')).toBe('Space')
})
