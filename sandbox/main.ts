import { join } from 'node:path'
import { readUnkeyedConfig, SANDBOX_PORT_OFFSETS } from '#server/config/config.ts'
import { startGoogleSandbox } from '#sandbox/google/google-sandbox.ts'
import { startMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { startPushSandbox } from '#sandbox/push/push-sandbox.ts'
import { startStripeSandbox } from '#sandbox/stripe/server.ts'

/**
 * The sandboxes of one installation, in one process. Reads the same environment as the server, plus: SANDBOXES (which
 * of stripe, google, mail, push), SANDBOX_HOST, SANDBOX_WEBHOOK_URL (where Stripe's events go). Sends its parent `ready`, and
 * ends on SIGTERM or when its parent is gone.
 */
async function main(): Promise<void> {
  const config = readUnkeyedConfig(process.env)
  const host = process.env['SANDBOX_HOST'] ?? '127.0.0.1'
  const wanted = new Set((process.env['SANDBOXES'] ?? 'stripe,google,mail,push').split(','))
  const port = (name: keyof typeof SANDBOX_PORT_OFFSETS) =>
    config.sandboxPort + SANDBOX_PORT_OFFSETS[name]
  const state = (file: string) => join(config.dataDir, 'sandbox', file)

  const starting: Promise<{ close(): Promise<void> }>[] = []
  if (wanted.has('stripe')) {
    starting.push(
      startStripeSandbox({
        port: port('stripe'),
        host,
        stateFile: state('stripe.json'),
        secretKey: config.stripe.secretKey,
        webhookSecret: config.stripe.webhookSecret,
        webhookUrl:
          process.env['SANDBOX_WEBHOOK_URL'] ?? `http://127.0.0.1:${config.port}/webhooks/stripe`,
        publicUrl: `http://127.0.0.1:${port('stripe')}`,
      }),
    )
  }
  if (wanted.has('google')) {
    starting.push(
      startGoogleSandbox({
        port: port('google'),
        host,
        issuer: config.google.issuer,
        clientId: config.google.clientId,
        clientSecret: config.google.clientSecret,
        redirectUris: [`${config.publicUrl}/auth/v1/callback`],
        stateFile: state('google.json'),
      }),
    )
  }
  if (wanted.has('mail')) {
    starting.push(
      startMailSandbox({
        httpPort: port('mail'),
        smtpPort: port('smtp'),
        host,
        stateFile: state('mail.jsonl'),
      }),
    )
  }
  if (wanted.has('push')) starting.push(startPushSandbox({ port: port('push'), host: '127.0.0.1' }))
  const running = await Promise.all(starting)
  const close = () => {
    void Promise.all(running.map((sandbox) => sandbox.close())).finally(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, close)
  process.send?.('ready')
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The sandboxes cannot run. ${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
})
