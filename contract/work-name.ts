/** Returns the name of a delivery: its first file, and the number of other files. Quote it within a sentence. */
export function workName({ file_name, file_count }: { file_name: string; file_count: number }) {
  const more = file_count - 1
  return more < 1 ? file_name : `${file_name} and ${more} more ${more === 1 ? 'file' : 'files'}`
}
