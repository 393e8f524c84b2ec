import type { Mutation } from './mutation.ts'

const source = 'docs/decisions/0055-offers-and-the-agreed-date.md'

/** Offers about an application: who may, once, at which price. */
export const OFFERS: readonly Mutation[] = [
  {
    rule: 'an offer is answered once: the write is the guard',
    source,
    file: 'server/offers/record/offer-moves.ts',
    find: 'and status = any(${from}) and expires_at > ${now} ${withProject}',
    replace: 'and (status = any(${from}) or true) and expires_at > ${now} ${withProject}',
    tests: ['server/offers/offer-races.test.ts'],
  },
  {
    rule: 'an expired offer cannot be accepted before the clock has said so',
    source,
    file: 'server/offers/offer-policy.ts',
    find: "(offer.status === 'open' && isOver(offer, now))",
    replace: 'false',
    tests: ['server/offers/offers.test.ts'],
  },
  {
    rule: 'offers are between the two sides of an application',
    source,
    file: 'server/offers/offer-policy.ts',
    find: "return application.creator_id === viewer.id ? 'creator' : null",
    replace: "return 'creator'",
    tests: ['server/offers/offers.test.ts'],
  },
  {
    rule: 'no one answers their own offer',
    source,
    file: 'server/offers/offer-policy.ts',
    find: "offer.by === side ? 'author' : 'recipient'",
    replace: "offer.by === side ? 'recipient' : 'author'",
    tests: ['server/offers/offer-states.test.ts'],
  },
  {
    rule: 'the agreed price becomes the application’s',
    source,
    file: 'server/offers/offer-answer-service.ts',
    find: 'agreePrice(tx, application.id, offer.price)',
    replace: 'agreePrice(tx, application.id, application.proposed_price)',
    tests: ['server/offers/offers.test.ts'],
  },
  {
    rule: 'the agreed date becomes the project’s when someone is hired',
    source,
    file: 'server/applications/hire.ts',
    find: 'if (agreed !== null) await',
    replace: 'if (agreed === undefined) await',
    tests: ['server/offers/offers.test.ts'],
  },
  {
    rule: 'a brand that wants the last word has it',
    source,
    file: 'server/offers/offer-answer-service.ts',
    find: 'if (offer.hire_at_once)',
    replace: 'if (offer.id)',
    tests: ['server/offers/offers.test.ts'],
  },
  {
    rule: 'an answered application ends the offers about it',
    source,
    file: 'server/applications/application-moves.ts',
    find: 'applications.map(({ id }) => id),',
    replace: '[],',
    tests: ['server/offers/offers.test.ts'],
  },
  {
    rule: 'a creator commits to a price only once they can be paid',
    source: 'SPEC §5',
    file: 'server/offers/offer-policy.ts',
    find: "return side === 'creator' && !isPayable",
    replace: "return side === 'creator' && isPayable === undefined",
    tests: ['server/offers/offers.test.ts'],
  },
  {
    rule: 'an offer’s id is one offer',
    source,
    file: 'server/offers/offer-service.ts',
    find: "if (!isSame) throw new AppError('offer.another')",
    replace: '',
    tests: ['server/offers/offers.test.ts'],
  },
]
