import { z } from 'zod'
import { ACCOUNT_ACTS } from './account-log.ts'
import { id, listQuery, timestamp } from './field-schemas.ts'

/** A line of an account's log. */
const accountLogLine = z.object({
  id,
  act: z.enum(ACCOUNT_ACTS),
  /** Such as 203.0.113.0/24; null where it is not known. */
  network: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: timestamp,
})

export const accountSchemas = {
  /** A link to a ZIP of everything the account owns: JSON, CSV and files. */
  'account.export': { answer: z.object({ url: z.string() }) },
  /**
   * Deletes the account permanently. Requires the password or a mailed code (GET /auth/v1/reauthenticate) as proof.
   * Refused while money is held or moving. Deals keep their amounts, files and texts; the person is removed from them.
   */
  'account.delete': {
    body: z.strictObject({
      password: z.string().max(200, 'This password or code is incorrect.').optional(),
      code: z.string().max(20, 'This password or code is incorrect.').optional(),
    }),
    answer: z.object({ deleted: z.literal(true) }),
  },
  /** What happened to the reader's own account in the last 90 days, newest first. */
  'account.log': { query: listQuery, answer: z.array(accountLogLine) },
} as const

export type AccountLogLine = z.infer<typeof accountLogLine>
