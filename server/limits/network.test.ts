import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:203.0.113.9', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%eth0.1', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['', ''],
  ['unknown', 'unknown'],
])('counts %s as network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
