import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { cutOffProvider } from './cut-off-provider.ts'
import { PaymentProviderError } from './provider-failure.ts'

test('a cut-off provider opens no connection and fails every call with a non-definitive error', async () => {
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const { port } = listener.address() as AddressInfo
  const provider = cutOffProvider({
    apiBase: `http://127.0.0.1:${port}`,
    secretKey: 'sk_test_x',
    webhookSecret: 'whsec_x',
  })
  const asked = [
    provider.retrievePayment('pi_x'),
    provider.createDashboardLink('acct_x'),
    provider.retrieveDispute('dp_x'),
  ]
  for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
    expect(status).toBe('rejected')
    expect(reason).toBeInstanceOf(PaymentProviderError)
    expect(reason).toMatchObject({ definitive: false })
  }
  expect(connections).toBe(0)
  listener.close()
})
