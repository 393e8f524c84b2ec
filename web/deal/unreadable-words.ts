/** What a person reads on the list of projects that a project's address led back to. */
export const unreadableWords = {
  unavailable: 'This project is not available',
  reasons: 'It may have been closed, or the link is incomplete.',
  failed: 'Error loading project',
}
