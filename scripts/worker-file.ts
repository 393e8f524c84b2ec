import { createHash } from 'node:crypto'
import { offlinePage } from './offline-page.ts'

/**
 * Builds the service worker as one script: its code after the values that only a build knows. `build` distinguishes
 * this build from every other: the names of its files, which are derived from their content.
 */
export function workerFile(code: string, { siteName, build }: { siteName: string; build: string }) {
  const page = offlinePage(siteName)
  const mark = createHash('sha256').update(build).update(code).update(page.html).digest('hex')
  return [
    `const BUILD_MARK = ${JSON.stringify(mark.slice(0, 16))}`,
    `const OFFLINE_PAGE = ${JSON.stringify(page)}`,
    code,
    '',
  ].join(';\n')
}
