import type { CronItem } from 'graphile-worker'
import type { Deps } from '#server/deps/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import type { Storage } from './storage.ts'
import { prepareFile } from './prepare-file.ts'
import { dropUnfinished, sweepStore, cleanUpFiles } from './cleanup.ts'

/** Background work on files. */
export function fileTasks(deps: Deps, storage: Storage) {
  return {
    'files.prepare': ({ file_id }) => prepareFile(deps, storage.tools, file_id),
    'files.tidy': async () => {
      const gone = await cleanUpFiles(deps, storage)
      if (gone.files > 0) deps.log.info(gone, 'removed what nobody uses')
    },
    'files.drop_unfinished': async () => {
      const uploads = await dropUnfinished(deps, storage)
      if (uploads > 0) deps.log.info({ uploads }, 'removed unfinished uploads')
    },
    'files.sweep': async () => {
      const orphans = await sweepStore(deps, storage)
      if (orphans > 0) deps.log.warn({ orphans }, 'removed stored bytes that no row knew')
    },
  } satisfies Partial<Tasks>
}

/**
 * Runs at start, so that files that an update wants prepared again (its migration reset `prepared_at`) do not wait for
 * the hourly run.
 */
export async function tidyAtStart({ pool }: Pick<Deps, 'pool'>): Promise<void> {
  await enqueue(pool, 'files.tidy', {}, { key: 'files.tidy', maxAttempts: 3 })
}

/**
 * Unfinished uploads run every ten minutes, files every hour, and the whole store, which must be listed for it, every
 * night.
 */
export const FILE_CRONTAB: CronItem[] = [
  {
    match: '*/10 * * * *',
    task: 'files.drop_unfinished',
    options: { maxAttempts: 3, jobKey: 'files.drop_unfinished' },
  },
  {
    match: '37 * * * *',
    task: 'files.tidy',
    options: { maxAttempts: 3, jobKey: 'files.tidy' },
  },
  {
    match: '23 4 * * *',
    task: 'files.sweep',
    options: { maxAttempts: 3, jobKey: 'files.sweep' },
  },
]
