import { afterEach } from 'vitest'
import { pagesThatDiffered } from './hydration-errors.ts'

/** A story in which React could not take a page over as the server wrote it has failed, whatever else it saw. */
afterEach(() => {
  const differed = pagesThatDiffered()
  if (differed.length > 0) throw new Error(`React rendered pages again:\n${differed.join('\n')}`)
})
