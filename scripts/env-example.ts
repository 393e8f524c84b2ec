import { writeFileSync } from 'node:fs'
import { envExample } from './env-example-text.ts'

// `npm run env:example`: rewrites .env.example after a variable was added or changed.
writeFileSync('.env.example', envExample())
