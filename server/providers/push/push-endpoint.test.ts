import { expect, test } from 'vitest'
import { isPublicAddress, mayBeEndpoint, PrivateAddress, publicLookup } from './push-endpoint.ts'

const SANDBOX = 'http://127.0.0.1:3104'

test.each([
  'http://push.example/1',
  'https://push.example:8443/1',
  'https://someone@push.example/1',
  'https://push.example/1#part',
  'https://localhost/1',
  'https://intranet/1',
  'https://127.0.0.1/1',
  'https://2130706433/1',
  'https://0x7f.0.0.1/1',
  'https://10.0.0.1/1',
  'https://8.8.8.8/1',
  'https://[::1]/1',
  'https://[::ffff:10.0.0.1]/1',
  'ftp://push.example/1',
  'http://127.0.0.1:3105/1',
  'http://127.0.0.1:3104.push.example/1',
  'push.example/1',
  '',
])('%s is not a valid push endpoint', (endpoint) => {
  expect(mayBeEndpoint(endpoint, SANDBOX)).toBe(false)
})

test('an endpoint is https on a named host, or on the sandbox’s own origin if there is a sandbox', () => {
  expect(mayBeEndpoint('https://fcm.googleapis.com/fcm/send/abc:def', null)).toBe(true)
  expect(mayBeEndpoint('https://web.push.apple.com/QGf', SANDBOX)).toBe(true)
  expect(mayBeEndpoint(`${SANDBOX}/push/1`, SANDBOX)).toBe(true)
  expect(mayBeEndpoint(`${SANDBOX}/push/1`, null)).toBe(false)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:169.254.169.254',
  'fe80::1',
  'fd00::1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'not an address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '142.250.74.42', '2a00:1450:4001:80b::200a'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const resolved = (host: string, all: boolean) =>
  new Promise((resolve) => {
    publicLookup(host, { all }, (error) => resolve(error))
  })

test.each([true, false])(
  'a host that resolves to this machine is refused (all: %s)',
  async (all) => {
    expect(await resolved('localhost', all)).toBeInstanceOf(PrivateAddress)
  },
)
