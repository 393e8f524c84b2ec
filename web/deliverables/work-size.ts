/** The total size of a delivery's files, in bytes. */
export const workSize = ({ files }: { files: readonly { file_size: number }[] }): number =>
  files.reduce((sum, { file_size }) => sum + file_size, 0)
