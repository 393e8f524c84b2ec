import { spawn } from 'node:child_process'
import { dirname } from 'node:path'

// `npm run bench:sockets`. Ten thousand connections need as many open files, a limit that is set before a program
// starts. The measuring is a process of its own, as in main.ts; it ends when this one is gone.
const FILES = 16_384

const root = dirname(import.meta.dirname)
const measuring = spawn(
  'sh',
  [
    '-c',
    `ulimit -n ${FILES} 2>/dev/null || ulimit -n $(ulimit -H -n); exec "$0" --import tsx bench/sockets-measure.ts`,
    process.execPath,
  ],
  { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => measuring.kill(signal))
measuring.on('exit', (code) => process.exit(code ?? 1))
