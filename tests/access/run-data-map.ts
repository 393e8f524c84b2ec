import { writeFileSync } from 'node:fs'
import { dataMapText } from './data-map-text.ts'

// `npm run data:map`: rewrites docs/data-map.md after a table or column was added or changed.
writeFileSync('docs/data-map.md', dataMapText())
