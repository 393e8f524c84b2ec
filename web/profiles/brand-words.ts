import { numberText } from '#contract/number-text.ts'

/** The texts about its projects on a brand's public page. */
export const brandWords = {
  completed: 'Completed',
  completedCount: (count: number) =>
    count === 0
      ? 'No projects yet'
      : `${numberText(count)} ${count === 1 ? 'project' : 'projects'}`,
  open: 'Open projects',
  noneOpen: 'No open projects right now',
} as const
