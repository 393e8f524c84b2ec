import { expect, test } from 'vitest'
import { freeName, imageAddress } from './authenticators.ts'

test('a second app gets a name of its own', () => {
  expect(freeName([])).toBe('Authenticator app')
  const two = [{ friendly_name: 'Authenticator app' }, { friendly_name: 'Authenticator app 2' }]
  expect(freeName(two)).toBe('Authenticator app 3')
  expect(freeName([{ friendly_name: 'Authenticator app 2' }])).toBe('Authenticator app')
})

test('a picture given as plain SVG can be shown, commas and colours included', () => {
  const svg = '<svg fill="#000"><path d="M1,2"/></svg>'
  const address = imageAddress(`data:image/svg+xml;utf-8,${svg}`)
  expect(address).not.toContain('#')
  expect(decodeURIComponent(address.slice('data:image/svg+xml,'.length))).toBe(svg)
})
