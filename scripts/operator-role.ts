import { OPERATOR_ROLES } from '#contract/operator-roles.ts'
import { AppError } from '#server/http/app-error.ts'
import { giveRoleByCommand } from '#server/operator/roles/role-service.ts'
import { databaseCommand } from './database-command.ts'
import { Refusal } from './launch-settings.ts'

const USAGE = `Usage: npm run operators:role -- <address> ${OPERATOR_ROLES.join(' | ')}`

/** `npm run operators:role -- ana@market.example owner`: makes the first owner, or a new one where all have left. */
databaseCommand(async ({ pool, config }) => {
  const [email, name, ...more] = process.argv.slice(2)
  const role = OPERATOR_ROLES.find((one) => one === name)
  if (email === undefined || role === undefined || more.length > 0) throw new Refusal(USAGE)
  try {
    const given = { email, role, now: new Date() }
    const { changed } = await giveRoleByCommand(pool, config.operatorEmails, given)
    console.log(changed ? `${email} is ${role} now.` : `${email} was ${role} already.`)
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new Refusal(
      error.code === 'request.not_found'
        ? 'OPERATOR_EMAILS does not name this address, or it has no confirmed account.'
        : error.message,
    )
  }
})
