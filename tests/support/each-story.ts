import { afterEach } from 'vitest'
import { pagesThatDiffered } from './hydration-errors.ts'

/** A story in which React could not hydrate a page as the server rendered it has failed, whatever else it found. */
afterEach(() => {
  const differed = pagesThatDiffered()
  if (differed.length > 0) throw new Error(`React rendered pages again:\n${differed.join('\n')}`)
})
