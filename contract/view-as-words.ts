import { VIEW_AS_MINUTES } from './view-as.ts'

/** The console's words for viewing an account as its owner sees it. */
export const viewAsWords = {
  button: 'View as',
  ask: (name: string) => `View as ${name}`,
  begin: 'Begin',
  begun: 'The view has begun',
  told: `They are notified at once, by email and in their security log. It ends after ${VIEW_AS_MINUTES} minutes.`,
  kind: 'What we tell them',
  frame: (name: string) => `You are looking at ${name}’s account. Nothing can be changed.`,
  until: 'Until',
  end: 'End',
  counts: 'Dashboard',
  deals: 'Deals that wait',
  payments: 'Payments',
  nothing: 'Nothing.',
} as const
