import { mkdtempSync, rmSync } from 'node:fs'
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
