/** How many files a message has, where their names have no room: "1 file", "3 files". */
export const fileCountText = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** In place of a message that an operator covered, for the other side. */
export const COVERED_MESSAGE = 'This message is covered because it broke our rules.'
/** Under the same message, for its sender. */
export const COVERED_FOR_OTHERS = 'Covered: the other side cannot read it.'
