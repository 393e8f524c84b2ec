import { actLinks, chainVerdict, inSnapshot } from '#server/operator/acts/act-chain.ts'
import { sealsVerdict } from '#server/signatures/evidence-seals.ts'
import { jsonLine, syslogLine } from '#server/operator/acts/act-lines.ts'
import { databaseCommand } from './database-command.ts'
import { Refusal } from './launch-settings.ts'

const USAGE =
  'Usage: npm run audit:verify [-- <hash>], npm run -s audit:export [-- json | syslog [<after position>]]'

/**
 * The log of operators' actions: `npm run audit:verify` recomputes its chain of hashes and checks the seals of evidence
 * for banks (exit code 1: broken, with the first place), `npm run -s audit:export` prints it, as JSON lines or as
 * syslog, from the beginning or after a position.
 */
databaseCommand(async ({ pool, config }) => {
  const [command, first, second, ...more] = process.argv.slice(2)
  if (more.length > 0) throw new Refusal(USAGE)
  if (command === 'verify' && second === undefined && /^([0-9a-f]{64})?$/.test(first ?? '')) {
    const [chain, seals] = await inSnapshot(pool, async (tx) => [
      await chainVerdict(tx, first),
      await sealsVerdict(tx),
    ])
    if (chain.holds)
      console.log(`holds  ${chain.position} acts, the last with the hash ${chain.hash}`)
    else console.error(`BROKEN  ${chain.problem}`)
    if (seals.holds) console.log(`holds  ${seals.seals} seals of evidence`)
    else console.error(`BROKEN  ${seals.problem}`)
    return chain.holds && seals.holds ? 0 : 1
  }
  const after = Number(second ?? 0)
  if (command !== 'export' || !Number.isSafeInteger(after) || after < 0) throw new Refusal(USAGE)
  if (first !== undefined && first !== 'json' && first !== 'syslog') throw new Refusal(USAGE)
  const host = new URL(config.publicUrl).hostname
  await inSnapshot(pool, async (tx) => {
    for await (const link of actLinks(tx, after))
      console.log(first === 'syslog' ? syslogLine(link, host) : jsonLine(link))
  })
  return 0
})
