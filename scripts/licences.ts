import { writeFileSync } from 'node:fs'
import { licencesText, lockedPackages } from './licences-text.ts'

// `npm run licences`: rewrites docs/licences.md after a package was added or changed.
writeFileSync('docs/licences.md', licencesText(lockedPackages()))
