import { getPriority } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { askAbout, decode, UndecodableVideo } from './careful-child.ts'

afterEach(() => vi.unstubAllEnvs())

const node = (program: string, limits = {}) => decode(process.execPath, ['-e', program], limits)

test('a decoder has a low priority and none of our secrets', async () => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_of_this_test')
  const printed = await node(
    'console.log(JSON.stringify([os.getPriority(), Object.keys(process.env).filter((name) => /^[A-Z]/.test(name))]))',
  )
  const [priority, names] = JSON.parse(printed) as [number, string[]]
  expect(priority).toBe(10)
  expect(names).not.toContain('STRIPE_SECRET_KEY')
  expect(names).not.toContain('DATABASE_URL')
})

test('a program asked about itself runs at our priority, because startup waits for it, without our secrets', async () => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_of_this_test')
  const printed = await askAbout(process.execPath, [
    '-e',
    'console.log(JSON.stringify([os.getPriority(), process.env.STRIPE_SECRET_KEY ?? null]))',
  ])
  expect(JSON.parse(printed)).toEqual([getPriority(), null])
})

test('a decoder that computes or hangs too long is killed, and the file counts as undecodable', async () => {
  await expect(node('for (;;);', { cpuSeconds: 1 })).rejects.toThrow(UndecodableVideo)
  const hangs = node('setTimeout(() => {}, 1e9)', { deadlineMs: 500 })
  await expect(hangs).rejects.toThrow(UndecodableVideo)
})

test('a decoder that needs too much memory fails, and the file counts as undecodable', async () => {
  const fill = (bytes: number) => `Buffer.alloc(${bytes}).fill(1); console.log('filled')`
  expect(await node(fill(300e6))).toContain('filled')
  await expect(node(fill(2e9))).rejects.toThrow(UndecodableVideo)
})

test('a full disk does not make the file count as undecodable', async () => {
  const failed = node("console.error('No space left on device'); process.exit(1)")
  await expect(failed).rejects.toThrow(/No space left/)
  await expect(failed).rejects.not.toThrow(UndecodableVideo)
})

test.each([
  ['SIGINT', "process.kill(process.pid, 'SIGINT')"],
  ['SIGTERM', "process.kill(process.pid, 'SIGTERM')"],
  [
    'a signal that ffmpeg handles',
    "console.error('Exiting normally, received signal 2.'); process.exit(255)",
  ],
])(
  'a decoder stopped by %s was interrupted; the file does not count as undecodable',
  async (_, program) => {
    const stopped = node(program + '; setTimeout(() => {}, 1e9)')
    await expect(stopped).rejects.toThrow('the decoder was interrupted')
    await expect(stopped).rejects.not.toThrow(UndecodableVideo)
  },
)
