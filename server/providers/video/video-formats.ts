const DEMUXERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
  'video/webm': 'matroska',
}

/** FFmpeg's name of the demuxer for one of our video types. Throws for any other type. */
export function demuxerOf(type: string): string {
  const found = DEMUXERS[type]
  if (found === undefined) throw new Error(`no video: ${type}`)
  return found
}
