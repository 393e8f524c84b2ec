import { spawnSync } from 'node:child_process'
import { readAudit } from './advisories-text.ts'

/**
 * `npm run advisories`: known advisories about the packages that production installs. Exit status 0: none; 1: some,
 * which it prints; 3: the registry did not respond, so the result is unknown.
 */
const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { encoding: 'utf8' })
const audit = readAudit(stdout)
switch (audit.outcome) {
  case 'none':
    console.log('No advisory is known about a package of production.')
    break
  case 'found':
    console.error(audit.lines.join('\n'))
    process.exitCode = 1
    break
  case 'unanswered':
    console.error(
      `The registry did not say which advisories it knows (${audit.why}). Nothing was checked.`,
    )
    process.exitCode = 3
}
