/** One row of the error catalogue: the HTTP status and the sentence a person reads. */
export interface ErrorEntry {
  readonly status: number
  readonly message: string
}
