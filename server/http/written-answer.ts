/**
 * A response that already is JSON and is sent unchanged. Nothing filters its fields any more, so tests check each of
 * them strictly against the contract's schema (tests/support/api.ts).
 */
export class WrittenAnswer {
  readonly json: string | Buffer
  constructor(json: string | Buffer) {
    this.json = json
  }
}
