import { expect, test } from 'vitest'
import { networkOf } from './account-marks.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
])('%s is compared as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.1.1',
  'fe80::1',
  'fd00::1',
  '',
  'unknown',
])('%s identifies no network', (ip) => {
  expect(networkOf(ip)).toBeNull()
})
