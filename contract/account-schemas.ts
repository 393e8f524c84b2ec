import { z } from 'zod'

export const accountSchemas = {
  /** A link to a ZIP of everything one owns: JSON, CSV and files. */
  'account.export': { answer: z.object({ url: z.string() }) },
  /**
   * Deletes the account permanently. Proof is the password, or a mailed code (GET /auth/v1/reauthenticate). Refused
   * while money is held or moves. Deals keep their amounts, files and words; the person is removed from them.
   */
  'account.delete': {
    body: z.strictObject({
      password: z.string().max(200, 'This password or code is incorrect.').optional(),
      code: z.string().max(20, 'This password or code is incorrect.').optional(),
    }),
    answer: z.object({ deleted: z.literal(true) }),
  },
} as const
