/** The texts beside the parts of a brief where it is read. */
export const briefViewWords = {
  columns: { piece: 'Piece', shape: 'Shape', length: 'Length', more: 'Also' },
  machine: 'Read from the files',
  judged: 'Looked at by both sides',
  wish: 'Wish',
  worth: (value: string) => `worth ${value}`,
  ownWords: 'In the brand’s words',
  open: 'opens in a new tab',
} as const
