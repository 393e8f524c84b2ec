/** The number of files of a message, where there is no room for their names: "1 file", "3 files". */
export const fileCountText = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** Shown to the other side in place of a message that an operator covered. */
export const COVERED_MESSAGE = 'This message is covered because it broke our rules.'
/** Shown to its sender, under the same message. */
export const COVERED_FOR_OTHERS = 'Covered: the other side cannot read it.'

/** Where one would write, and the refusal of a message: the other side has deleted their account. */
export const ACCOUNT_DELETED = 'This account was deleted, so no one reads new messages here.'
