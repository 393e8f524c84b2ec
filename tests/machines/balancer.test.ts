import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '#scripts/ports.ts'
import { programOf } from '#tests/support/debian-packages.ts'
import { startBalancer } from './balancer.ts'

test('while no process is ready, our load balancer template answers 503 with Retry-After', async () => {
  programOf('haproxy', '/usr/sbin/haproxy')
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-balancer-'))
  const nobody = `http://127.0.0.1:${await freePort()}`
  const balancer = await startBalancer(folder, await freePort(), [nobody])
  try {
    const answer = () => fetch(balancer.url).catch(() => null)
    await expect.poll(async () => (await answer())?.status).toBe(503)
    expect((await answer())?.headers.get('retry-after')).toBe('2')
  } finally {
    await balancer.close()
    rmSync(folder, { recursive: true })
  }
})

test('a load balancer uses a process from when it is ready until it is not', async () => {
  programOf('haproxy', '/usr/sbin/haproxy')
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-balancer-'))
  let status = 503
  const process = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => process.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(process.address() as AddressInfo).port}`
  const nobody = `http://127.0.0.1:${await freePort()}`
  const balancer = await startBalancer(folder, await freePort(), [nobody, url])
  try {
    await expect.poll(() => balancer.uses(url)).toBe(false)
    status = 200
    await expect.poll(() => balancer.uses(url)).toBe(true)
    expect(await balancer.uses(nobody)).toBe(false)
    status = 503
    await expect.poll(() => balancer.uses(url)).toBe(false)
  } finally {
    await balancer.close()
    process.closeAllConnections()
    process.close()
    rmSync(folder, { recursive: true })
  }
})
