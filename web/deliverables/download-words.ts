/** Names the menu of what can be saved. */
export const downloadOneOf = (count: number): string => `Download one of ${count} files`
