/** The brand's texts where it requests a round beyond the agreed ones. */
export const extraRoundWords = {
  title: 'An extra round',
  price: 'Price of the extra round',
  ask: 'Ask for a Paid Extra Round',
  askFree: 'Ask for an Extra Round',
  free: 'Without a price you ask for it as a favor.',
  /** `held`: the deal's money is held, so the extra is paid before the round counts. */
  net: (sum: { name: string; receives: string; more: string; held: boolean }) =>
    sum.held
      ? `${sum.name} receives ${sum.receives} of it. Once you both agree you pay ${sum.more}, and the round counts when that is held.`
      : `${sum.name} receives ${sum.receives} of it. It is paid with the rest.`,
  stays: 'What you wrote stays here until you send it.',
  asked: 'Extra round asked for',
  askedText: (name: string) => `We’ve let ${name} know. What you wrote is still here.`,
  waits: {
    seller: ({ what, name }: { what: string; name: string }) =>
      `You proposed ${what}. It waits for ${name}’s answer.`,
    creator: ({ what, name }: { what: string; name: string }) =>
      `${name} proposed ${what}. It waits for your answer.`,
  },
  unpaid: ({ what, more }: { what: string; more: string }) =>
    `You agreed on ${what}. It counts once you have paid ${more}.`,
  look: 'Look at the proposal',
} as const
