/** Whether someone applied before the brief last changed, so that they have to read it again. False without a brief. */
export const isBriefNewer = (
  brief: { written_at: string } | null | undefined,
  application: { created_at: string },
): boolean => brief != null && Date.parse(brief.written_at) > Date.parse(application.created_at)

/** What each side reads about that while the application is waiting. */
export const newerBriefWords = {
  applicant: 'The brief changed after you applied. Read it again: it is what you would deliver.',
  owner: (firstName: string) =>
    `The brief changed after ${firstName} applied, and their page says so. What you agree on is the brief as it is now.`,
} as const
