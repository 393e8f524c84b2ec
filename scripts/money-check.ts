import { brokenMoneyChecks, MONEY_CHECKS } from '#server/payments/checks/money-checks.ts'
import { databaseCommand } from './database-command.ts'

/** `npm run money:check`: checks every invariant about money and prints the rows that violate it. */
databaseCommand(async ({ pool }) => {
  const broken = await brokenMoneyChecks(pool)
  const foundBy = new Map(broken.map(({ name, found }) => [name, found]))
  const width = Math.max(...MONEY_CHECKS.map(({ name }) => name.length))
  for (const { name, of, promise } of MONEY_CHECKS) {
    const found = foundBy.get(name)
    const verdict = found === undefined ? 'holds ' : 'BROKEN'
    console.log(`${verdict}  ${of.padEnd(7)}  ${name.padEnd(width)}  ${promise}`)
    for (const row of found ?? []) console.log(`        ${JSON.stringify(row)}`)
  }
  console.log(`\n${MONEY_CHECKS.length - broken.length} hold, ${broken.length} broken`)
  return broken.length === 0 ? 0 : 1
})
