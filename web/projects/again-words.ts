/** The texts a brand reads when it hires a creator again. */
export const againWords = {
  hire: (firstName: string) => `Hire ${firstName} again`,
  hireText: (firstName: string) =>
    `Starts a new project with this brief. You choose the deadline, and see the invitation to ${firstName} before it goes.`,
  copied: (title: string) => `The brief of “${title}” is filled in`,
  check:
    'Choose a new deadline and check the budget. Every creator can read the product details of a posted project.',
  postedFor: (name: string) => `You post this project for ${name}`,
  next: (firstName: string) => `After you post, you send ${firstName} the invitation.`,
} as const
