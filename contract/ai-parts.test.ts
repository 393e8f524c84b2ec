import { expect, test } from 'vitest'
import { AI_PARTS, type AiPart, isDeclaration, withPart } from './ai-parts.ts'
import { aiPartsText } from './ai-part-words.ts'

test('a declaration is “none” alone, or one or more other parts, each once', () => {
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

test('ticking “none” clears the other parts and vice versa; a second tick removes a part', () => {
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

test('a declaration is displayed as a list', () => {
  expect(aiPartsText(['none'])).toBe('None')
  expect(aiPartsText(['voice', 'image', 'other'])).toBe('Voice, Images, Other parts')
})
