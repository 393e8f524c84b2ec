/**
 * An answer that is JSON already and is sent as it is. Nothing takes fields away from it any more: tests hold every
 * one of them against the contract's schema, to the letter (tests/support/api.ts).
 */
export class WrittenAnswer {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}
