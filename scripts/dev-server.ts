import { resolve } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { readUnkeyedConfig } from '#server/config/config.ts'
import { withFeeTerms } from '#server/pages/fee-terms.ts'
import { withMinimumPrice } from '#server/pages/price-minimum.ts'
import { withEmailChange } from '#server/pages/email-change.ts'
import { withReviewOutcome } from '#server/pages/review-outcome.ts'
import { withSocialLinks } from '#server/pages/social-links.ts'
import { startChild, type Child } from './child.ts'
import { freePort } from './ports.ts'

/** Paths that belong to the server; Vite serves everything else. */
const SERVER_PATHS = ['/api', '/auth/v1', '/storage', '/realtime', '/webhooks', '/health']

/** An editor that saves several files triggers one restart. */
const SETTLE_MS = 100

/**
 * What `npm run dev` runs instead of the server: Vite on PORT, with the server behind it on a port of its own. The
 * server is restarted when one of its sources changes.
 */
async function main(): Promise<void> {
  const config = readUnkeyedConfig(process.env)
  const { port, host, publicUrl, socialLinks, reviewWindowOutcome, feeTerms, auth } = config
  const serverPort = await freePort()
  const env = { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1', PUBLIC_URL: publicUrl }
  const startServer = () =>
    startChild({ name: 'server', args: ['--import', 'tsx', 'server/main.ts'], env })
  let server = startServer()

  const target = `http://127.0.0.1:${serverPort}`
  const vite = await createServer({
    configFile: resolve('vite.config.ts'),
    plugins: [
      { name: 'social-links', transformIndexHtml: (html) => withSocialLinks(html, socialLinks) },
      { name: 'fee-terms', transformIndexHtml: (html) => withFeeTerms(html, feeTerms) },
      {
        name: 'minimum-price',
        transformIndexHtml: (html) => withMinimumPrice(html, config.minimumPriceCents),
      },
      {
        name: 'email-change',
        transformIndexHtml: (html) =>
          withEmailChange(html, auth.secureEmailChange ? 'both' : 'new'),
      },
      {
        name: 'review-outcome',
        transformIndexHtml: (html) => withReviewOutcome(html, reviewWindowOutcome),
      },
    ],
    server: {
      host,
      port,
      strictPort: true,
      proxy: Object.fromEntries(
        SERVER_PATHS.map((path) => [
          path,
          { target, ws: path === '/realtime', bypass: ({ url }) => sourceFile(url) },
        ]),
      ),
    },
  })
  await vite.listen()
  onServerSourceChange(vite, async () => {
    await server.stop()
    server = startServer()
  })
  stopWithParent(vite, () => server)
}

/** web/api and web/realtime are also folders: their modules are Vite's, not the server's. */
function sourceFile(url: string | undefined): string | undefined {
  return url && /\.(tsx?|css)(\?|$)/.test(url) ? url : undefined
}

function onServerSourceChange(vite: ViteDevServer, restart: () => Promise<void>): void {
  const folders = [resolve('server'), resolve('contract')]
  vite.watcher.add(folders)
  let settling: NodeJS.Timeout | undefined
  let restarting = Promise.resolve()
  vite.watcher.on('all', (_event, path) => {
    if (!folders.some((folder) => path.startsWith(folder)) || path.endsWith('.test.ts')) return
    clearTimeout(settling)
    settling = setTimeout(() => {
      restarting = restarting.then(restart)
    }, SETTLE_MS)
  })
}

function stopWithParent(vite: ViteDevServer, server: () => Child): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'disconnect'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void Promise.all([server().stop(), vite.close()]).finally(() => process.exit(0))
    })
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
