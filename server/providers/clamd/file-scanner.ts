/** What a scan says of a file: null for a clean one, otherwise what was found in it. */
export type Finding = string | null

/** A file could not be scanned: no one knows whether it is harmful. */
export class NotScanned extends Error {
  override name = 'NotScanned'
}

/** Looks through files for what would harm those who open them. */
export interface FileScanner {
  /** Scans the file at a path of this machine. Throws NotScanned. */
  scan(path: string): Promise<Finding>
}
