import type { EventMove } from './events.ts'
import type { Words } from './money-notice.ts'
import type { Notice, NoticeLine } from './notice.ts'
import { paths } from './paths.ts'

/** Events of the account that receives a creator's money. */
export const payoutNotices: Record<`payout_account.${EventMove<'payout_account'>}`, NoticeLine> = {
  'payout_account.connect': {
    creator: payout({
      sentence: () => 'Your Stripe account is connected. You can apply to projects now.',
      subject: () => 'Your Stripe account is connected',
      line: () => 'Payments can reach you from now on, so you can apply to projects.',
    }),
  },
  'payout_account.restrict': {
    creator: payout({
      sentence: () => 'Your Stripe account cannot receive payments. Please continue its setup.',
      subject: () => 'Your Stripe account needs your attention',
      line: () =>
        'The payment provider says that your account cannot receive payments at the moment. Continue its setup in your settings; until then nothing can be released to you.',
    }),
  },
  'payout_account.close': {
    creator: payout({
      sentence: () => 'Your Stripe account was closed. Please connect a new one.',
      subject: () => 'Your Stripe account was closed',
      line: () =>
        'The payment provider closed your account. Connect a new one in your settings; until then nothing can be released to you.',
    }),
  },
  'payout_account.payout_failed': {
    creator: payout({
      sentence: () => 'A payout did not reach your bank. Please check your bank details at Stripe.',
      subject: () => 'A payout did not reach your bank',
      line: () =>
        'The money is in your Stripe balance again. Open your Stripe account in your settings and check the bank details there, so that the next payout arrives.',
    }),
  },
}

function payout({ sentence, subject, line }: Words): Notice {
  return {
    kind: 'payments',
    sentence,
    path: () => paths.payouts,
    mail: { subject, lines: (facts) => [line(facts)], action: 'Open your payouts' },
  }
}
