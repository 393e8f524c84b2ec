import type { Mutation } from './mutation.ts'

const LICENCES_TEST = 'server/licences/licences.test.ts'
const WHY = 'docs/decisions/0076-licences-follow-the-money.md'
const CLOCK_TEST = 'server/licences/licence-clock.test.ts'
const EXTENSION_TEST = 'server/licences/extensions.test.ts'
const EXTENSION_WHY = 'docs/decisions/0094-licence-extensions.md'
const AI_WHY = 'docs/decisions/0099-ai-made-parts-are-declared.md'
const STATED_TEST = 'server/licences/stated-licences.test.ts'
const STATED_WHY = 'docs/decisions/0087-a-project-may-state-a-licence.md'

/** What a brand may do with the work, and the proof of it. */
export const LICENCES: readonly Mutation[] = [
  {
    rule: 'a decision that returns more than half grants no licence',
    source: WHY,
    file: 'contract/licences.ts',
    find: 'deal.returnedCents * 2 <= deal.amountCents',
    replace: 'deal.returnedCents <= deal.amountCents',
    tests: [LICENCES_TEST],
  },
  {
    rule: 'money that goes back after the release voids the licence',
    source: WHY,
    file: 'contract/licences.ts',
    find: "refunded: 'refunded',",
    replace: "refunded: 'keep',",
    tests: [LICENCES_TEST],
  },
  {
    rule: 'a lost bank dispute voids the licence',
    source: WHY,
    file: 'contract/licences.ts',
    find: "taken_back: 'charged_back',",
    replace: "taken_back: 'keep',",
    tests: [LICENCES_TEST],
  },
  {
    rule: 'a licence is valid again once the brand has paid after all',
    source: WHY,
    file: 'server/licences/record/licence-moves.ts',
    find: "if (licence?.status === 'void')\n",
    replace: 'if (licence === undefined)\n',
    tests: [LICENCES_TEST],
  },
  {
    rule: 'a bounced transfer does not end the licence of a brand that has paid',
    source: WHY,
    file: 'contract/licences.ts',
    find: "sent_before: 'keep',",
    replace: "sent_before: 'refunded',",
    tests: [LICENCES_TEST],
  },
  {
    rule: 'only the two sides read the licence of a deal without its code',
    source: WHY,
    file: 'server/licences/licence-routes.ts',
    find: 'await assertPartOfDeal(deps, viewer, params.id)',
    replace: '',
    tests: [LICENCES_TEST],
  },
  {
    rule: 'the same facts are certified once',
    source: WHY,
    file: 'server/licences/record/licence-store.ts',
    find: 'if (newest[0]?.jws === jws) return false',
    replace: '',
    tests: [LICENCES_TEST],
  },
  {
    rule: 'the licence does not change once someone has named a price for it',
    source: STATED_WHY,
    file: 'server/projects/project-edit.ts',
    find: "if (priced) return 'project.licence_priced'\n",
    replace: '',
    tests: [STATED_TEST],
  },
  {
    rule: 'accepting freezes the licence that the project states',
    source: STATED_WHY,
    file: 'server/applications/application-moves.ts',
    find: '  await freezeTerms(tx, id)\n',
    replace: '',
    tests: [STATED_TEST],
  },
  {
    rule: 'a licence is over once its last day is over everywhere',
    source: STATED_WHY,
    file: 'contract/licence-term.ts',
    find: 'const LAST_HOURS = 36',
    replace: 'const LAST_HOURS = 24',
    tests: ['contract/licence-sentence.test.ts'],
  },
  {
    rule: 'an expired licence is not shown as valid',
    source: STATED_WHY,
    file: 'contract/licence-term.ts',
    find: "? 'expired' : status",
    replace: '? status : status',
    tests: [STATED_TEST],
  },
  {
    rule: 'no one is told of the end of a licence that is void by then',
    source: STATED_WHY,
    file: 'server/licences/licence-clock.ts',
    find: "where licences.status = 'granted' and licences.ends_on < ",
    replace: 'where licences.ends_on < ',
    tests: [CLOCK_TEST],
  },
  {
    rule: 'the end of a licence is told once it is over everywhere, not a day early',
    source: STATED_WHY,
    file: 'server/licences/licence-clock.ts',
    find: '.filter(({ ends_on: day }) => isOver(day, now))',
    replace: '',
    tests: [CLOCK_TEST],
  },
  {
    rule: 'after downtime only the nearest reminder of a licence is raised',
    source: STATED_WHY,
    file: 'server/licences/licence-clock.ts',
    find: 'select min(day) as day from unnest',
    replace: 'select max(day) as day from unnest',
    tests: [CLOCK_TEST],
  },
  {
    rule: 'money of an extension that a bank took adds no months',
    source: EXTENSION_WHY,
    file: 'server/licences/record/extension-store.ts',
    find: "  and payments.dispute_outcome is distinct from 'lost' and",
    replace: '  and',
    tests: [EXTENSION_TEST],
  },
  {
    rule: 'an extension is paid once the creator has agreed',
    source: EXTENSION_WHY,
    file: 'server/payments/fund/extension-funding.ts',
    find: "  if (status === 'proposed') throw new AppError('extension.not_agreed')\n",
    replace: '',
    tests: [EXTENSION_TEST],
  },
  {
    rule: 'an extension is no part of what leaves with the deal',
    source: EXTENSION_WHY,
    file: 'server/payments/record/payment-store.ts',
    find: "if (payment.purpose !== 'extension') return lockPaymentsOfApplication(tx, payment.application_id)",
    replace: 'return lockPaymentsOfApplication(tx, payment.application_id)',
    tests: [EXTENSION_TEST],
  },
  {
    rule: 'a declaration of AI-made parts is “none” or parts, never both',
    source: AI_WHY,
    file: 'contract/ai-parts.ts',
    find: "(parts.length === 1 || !parts.includes('none'))",
    replace: 'parts.length <= AI_PARTS.length',
    tests: ['server/deliverables/ai-parts.test.ts'],
  },
  {
    rule: 'a licensed file carries the declaration of its own delivery',
    source: AI_WHY,
    file: 'server/licences/record/licence-store.ts',
    find: 'files.size, deliverables.ai_parts',
    replace: 'files.size, null::text[]',
    tests: [LICENCES_TEST],
  },
  {
    rule: 'a certificate without a declaration has the bytes it always had',
    source: AI_WHY,
    file: 'server/licences/licence-certificate.ts',
    find: 'ai_parts === null ? file : { ...file, ai_parts }',
    replace: '({ ...file, ai_parts })',
    tests: [LICENCES_TEST],
  },
]
