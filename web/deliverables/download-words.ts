/** Names the menu of files that can be saved. */
export const downloadOneOf = (count: number): string => `Download one of ${count} files`
