/** The result of scanning a file: null for a clean one, otherwise what was found in it. */
export type Finding = string | null

/** A file could not be scanned: whether it is harmful is unknown. */
export class NotScanned extends Error {
  override name = 'NotScanned'
}

/** Scans files for content that would harm anyone who opens them. */
export interface FileScanner {
  /** Scans the file at a local path. Throws NotScanned. */
  scan(path: string): Promise<Finding>
}
