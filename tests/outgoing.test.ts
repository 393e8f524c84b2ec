import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Decision 0107: the server connects to what its configuration names, and to nothing that a person or a stored row names, but for
 * the push services of browsers. So
 * each place that can open a connection stands here, with the setting that says where to.
 */
const OUTGOING: Readonly<Record<string, string>> = {
  'server/db/migrate.ts': 'MIGRATION_DATABASE_URL',
  'server/db/pool.ts': 'DATABASE_URL, DATABASE_READ_URL',
  'server/realtime/news-line.ts': 'DATABASE_URL',
  'server/uploads/upload-locks.ts': 'DATABASE_URL',
  'server/providers/clamd/clamd-scanner.ts': 'CLAMD_ADDRESS',
  'server/providers/files/s3-file-store.ts': 'STORAGE_S3_ENDPOINT',
  'server/providers/google/google-provider.ts': 'GOOGLE_ISSUER',
  'server/providers/kms/transit-key-service.ts': 'KMS_URL',
  'server/providers/mail/mailer.ts': 'SMTP_URL',
  // The one address that comes from outside: https at a named host whose addresses are public (decision 0119).
  'server/providers/push/push-sender.ts': 'the push service of a browser',
  'server/providers/stripe/client.ts': 'STRIPE_API_BASE',
  'server/providers/stripe/cut-off-provider.ts': 'nowhere: its requests fail before they leave',
  'server/realtime/direct-lines.ts': 'PEER_ADDRESS of the other processes',
  'server/tracing/tracing.ts': 'OTEL_EXPORTER_OTLP_ENDPOINT',
}

/** What opens a connection: a function of the platform, or a library that does. */
const OPENS = [
  /(?<![.\w'])fetch\(/,
  /new (WebSocket|EventSource|XMLHttpRequest)\(/,
  /import (?!type)[^;']*?\b(connect|createConnection|Socket)\b[^;']*?from 'node:(net|tls|http2)'/,
  /import (?!type)[^;']*?\b(get|request|Agent)\b[^;']*?from 'node:https?'/,
  /import (?!type)[^;']*?from 'node:(dgram|http2)'/,
  /new (?:pg\.)?(Stripe|S3Client|Pool|Client)\(/,
  /\bcreateTransport\(/,
  /from 'openid-client'/,
  /import\('@opentelemetry\/exporter/,
  /from '(undici|ws|got|axios|node-fetch)'/,
]

/** Types of node:net are imported beside the function that opens a connection, or on their own. */
const withoutTypes = (text: string) => text.replaceAll(/\btype \w+/g, '')

test('no server file opens outgoing connections, except those listed', () => {
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(500)
  const opening = files.filter((file) => {
    const text = withoutTypes(readFileSync(file, 'utf8'))
    return OPENS.some((pattern) => pattern.test(text))
  })
  expect(opening.toSorted()).toEqual(Object.keys(OUTGOING).toSorted())
})
