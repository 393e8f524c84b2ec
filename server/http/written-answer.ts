/**
 * A response that is already JSON and is sent unchanged. Its fields are no longer filtered, so tests check each of
 * these responses strictly against the contract's schema (tests/support/api.ts).
 */
export class WrittenAnswer {
  readonly json: string | Buffer
  constructor(json: string | Buffer) {
    this.json = json
  }
}
