/** A private key on P-256 for web push in tests. */
export const TEST_PUSH_KEY = Buffer.alloc(32, 7).toString('base64url')
