import { expect, test } from 'vitest'
import { mailLink } from './mail-link.ts'

test('the mailto link contains everything that was typed, encoded', () => {
  const link = mailLink('help@shop.example', {
    name: 'Ellen',
    email: 'ellen@harrow.example',
    subject: 'Fees & dates',
    message: 'Line one\nLine two?',
  })
  const url = new URL(link)
  expect(url.pathname).toBe('help@shop.example')
  expect(url.searchParams.get('subject')).toBe('Fees & dates')
  expect(url.searchParams.get('body')).toBe('Line one\nLine two?\n\nEllen\nellen@harrow.example')
})
