import { type DecoderJob, doJob } from './decoder-jobs.ts'

// The child process that reads videos (bundled-tool.ts): its argument is the job as JSON, and its result is JSON too.

try {
  const answer = await doJob(JSON.parse(process.argv[2] ?? '') as DecoderJob)
  process.stdout.write(JSON.stringify(answer ?? null))
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
