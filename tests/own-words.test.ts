import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The state of a deal is described in the words of contract/deal-words.ts wherever it is shown: lists, board, banner,
 * deal pages, notices. A screen with its own sentence about a state fails here.
 */

/** Words that only occur in a sentence about a deal's state. */
const CLAIMS = [
  /(?<!\.)\bfrozen\b/i,
  /\b(is|are) (on (its|their) way|being (charged|returned|decided))/i,
  /\b(is|was) (not )?(yet )?(funded|held again)/i,
  /\bnot funded\b/i,
  /\bheld again\b/i,
  /\b[Ii]n dispute\b/,
  /\bbank (took|disputes|decides)\b/i,
  /\b(went|goes|go) back to (the|your|their|\S+'s) card\b/i,
  /\b(project|deal) was cancelled\b/i,
  /\brevision (was )?requested\b/i,
  /\bdid not go through\b/i,
  /\bcheckout is open\b/i,
  /\b(asked|asks) for a (change|revision) (to|of)\b/i,
  /\b(deliver|answer|approve|upload)s?\b[^.'"`\n]{0,40}\b(by|before) (\$\{|<Time|\{)/i,
] as const

const SCREENS =
  'web/{applications,conversations,dashboard,deal,deliverables,disputes,invitations,payments,projects}/**/*.{ts,tsx}'

/** Places where such words say something other than the state of a deal. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'web/conversations/thread-words.ts': 'events of the past, between messages',
  'web/payments/statement-words.ts': 'movements of money, line by line, with their amounts',
  'web/payments/statement-rows.ts': 'attempts of the past, in the statement',
  'web/payments/payment-words.ts': 'why money that arrived was not held, in full',
  'web/disputes/dispute-words.ts': 'events of the past, in the evidence',
  'web/disputes/OpenDisputeDialog.tsx': 'what opening a dispute would do',
  'web/payments/ReturnPaymentDialog.tsx': 'what returning the money would do',
  'web/deliverables/approve-words.ts': 'what approving would do',
  'web/deliverables/RevisionDialog.tsx': 'what was just done',
  'web/applications/ApplicationsTab.tsx': 'why a list is empty',
}

/** Returns a file's code without its comments and imports. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^import[\s\S]*?from '.*'$/gm, '')
}

test('no screen describes a deal’s state in its own words', () => {
  const files = globSync(SCREENS).filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(80)
  const own = files
    .filter((file) => ELSEWHERE[file] === undefined)
    .flatMap((file) => {
      const code = codeOf(file)
      return CLAIMS.flatMap((claim) => {
        const found = claim.exec(code)
        return found === null ? [] : [`${file}: ${found[0]}`]
      })
    })
  expect(own).toEqual([])
})

test('every listed exception is still needed', () => {
  const idle = Object.keys(ELSEWHERE).filter(
    (file) => !CLAIMS.some((claim) => claim.test(codeOf(file))),
  )
  expect(idle).toEqual([])
})
