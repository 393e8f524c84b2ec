import { expect, test } from 'vitest'
import { freeName, imageAddress } from './authenticators.ts'

test('a further authenticator app gets a name that is not in use', () => {
  expect(freeName([])).toBe('Authenticator app')
  const two = [{ friendly_name: 'Authenticator app' }, { friendly_name: 'Authenticator app 2' }]
  expect(freeName(two)).toBe('Authenticator app 3')
  expect(freeName([{ friendly_name: 'Authenticator app 2' }])).toBe('Authenticator app')
})

test('an unencoded SVG data URL is encoded, so that its commas and colours are preserved', () => {
  const svg = '<svg fill="#000"><path d="M1,2"/></svg>'
  const address = imageAddress(`data:image/svg+xml;utf-8,${svg}`)
  expect(address).not.toContain('#')
  expect(decodeURIComponent(address.slice('data:image/svg+xml,'.length))).toBe(svg)
})
