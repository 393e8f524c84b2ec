/** Bytes of all files of a delivery. */
export const workSize = ({ files }: { files: readonly { file_size: number }[] }): number =>
  files.reduce((sum, { file_size }) => sum + file_size, 0)
