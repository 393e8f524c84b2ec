import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { claimPort } from './port-claims.ts'
import { freePort } from './ports.ts'

const MODULE = fileURLToPath(new URL('./ports.ts', import.meta.url))

/** Another process that claims a port and does not listen on it; it ends when its input does. */
async function neighbour() {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      `import { freePort } from ${JSON.stringify(MODULE)}
      console.log(await freePort())
      process.stdin.resume().once('end', () => process.exit())`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, port: Number(said) }
}

test('a port claimed by a living process cannot be claimed again until that process ends', async () => {
  const { child, port } = await neighbour()
  expect(claimPort(port)).toBe(false)
  child.stdin.end()
  await once(child, 'exit')
  expect(claimPort(port)).toBe(true)
})

test('the claim of a process that was killed is taken over', async () => {
  const { child, port } = await neighbour()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(claimPort(port)).toBe(true)
})

test('a process can claim its own port again', async () => {
  const port = await freePort()
  expect(claimPort(port)).toBe(true)
})
