/**
 * The Content-Disposition for a file a person named (RFC 6266, RFC 8187): the exact name for every
 * browser of today, an ASCII likeness for anything older.
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replace(/[^\u0020-\u007e]|["\\%]/g, '_')
  // encodeURIComponent leaves five characters alone that RFC 8187 does not allow bare.
  const exact = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${exact}`
}
