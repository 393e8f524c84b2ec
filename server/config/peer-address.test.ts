import { expect, it } from 'vitest'
import { parsePeerAddress, peerAddressText } from './peer-address.ts'

it.each([
  ['10.0.0.5:7201', { host: '10.0.0.5', port: 7201 }],
  ['cart-1.internal:1', { host: 'cart-1.internal', port: 1 }],
  ['[fd00::7]:65535', { host: 'fd00::7', port: 65_535 }],
])('%s is an address and is formatted back unchanged', (text, address) => {
  expect(parsePeerAddress(text)).toEqual(address)
  expect(peerAddressText(address)).toBe(text)
})

it.each([
  '',
  '7201',
  ':7201',
  'host',
  'host:',
  'host:0',
  'host:65536',
  'fd00::7:80',
  '[fd00::7]',
  'a b:1',
  'http://a:1',
])('%j is not an address', (text) => expect(parsePeerAddress(text)).toBeNull())
