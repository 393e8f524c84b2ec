/** How many files a message has, where their names have no room: "1 file", "3 files". */
export const fileCountText = (count: number): string => (count === 1 ? '1 file' : `${count} files`)
