import { databaseCommand } from './database-command.ts'

/**
 * `npm run migrate`: migrates the database to this release's schema and ends, for a job before a rollout. Concurrent
 * runs take turns. Status 0: the schema is this release's; 2: it could not be done, and nothing is left half done.
 */
databaseCommand(
  ({ migrated }) => {
    for (const name of migrated) console.log(`applied  ${name}`)
    console.log(migrated.length === 0 ? 'The schema was up to date.' : 'The schema is up to date.')
    return Promise.resolve(0)
  },
  { migrates: true },
)
