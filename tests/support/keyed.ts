import type { KeyedRequest, ProviderRequest } from '#server/providers/stripe/provider-request.ts'

let serial = 0

/** A request of `build` with its key; a key of its own where the test names none. */
export function keyed<Input extends object>(
  build: (input: Input) => ProviderRequest,
  { idempotencyKey = `test-${(serial += 1)}`, ...input }: Input & { idempotencyKey?: string },
): KeyedRequest {
  // Input without the key is what `build` accepts; TypeScript cannot subtract from a type parameter.
  return { request: build(input as unknown as Input), idempotencyKey }
}
