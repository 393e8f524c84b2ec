/** The words of the links to a version's review room. */
export const roomLinkWords = {
  room: 'Review room',
  open: (changes: number) => `${changes} open ${changes === 1 ? 'note' : 'notes'}`,
  of: (version: number) => `of version ${version}`,
} as const
