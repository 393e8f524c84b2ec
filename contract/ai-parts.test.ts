import { expect, test } from 'vitest'
import { AI_PARTS, type AiPart, isDeclaration, withPart } from './ai-parts.ts'
import { aiPartsText } from './ai-part-words.ts'

test('a declaration is none alone, or other parts, each once', () => {
  const said: [AiPart[], boolean][] = [
    [['none'], true],
    [['voice'], true],
    [['voice', 'image', 'other'], true],
    [[], false],
    [['none', 'voice'], false],
    [['voice', 'voice'], false],
    [[...AI_PARTS], false],
  ]
  for (const [parts, is] of said) expect(isDeclaration(parts), parts.join()).toBe(is)
})

test('however parts are ticked, what stands is a declaration or nothing', () => {
  let parts: AiPart[] = []
  const ticked: [AiPart, AiPart[]][] = [
    ['image', ['image']],
    ['voice', ['voice', 'image']],
    ['none', ['none']],
    ['other', ['other']],
    ['voice', ['voice', 'other']],
    ['other', ['voice']],
    ['voice', []],
    ['none', ['none']],
    ['none', []],
  ]
  for (const [part, then] of ticked) {
    parts = withPart(parts, part)
    expect(parts).toEqual(then)
  }
})

test('it reads as a list', () => {
  expect(aiPartsText(['none'])).toBe('None')
  expect(aiPartsText(['voice', 'image', 'other'])).toBe('Voice, Images, Other parts')
})
