import { createHmac, timingSafeEqual } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import type { Config } from '#server/config/config.ts'

type Secret = Pick<Config, 'fileLinkSecret'>

/**
 * The address of a sanction's page for someone who was banned and so cannot sign in: it shows the statement of reasons
 * and takes the appeal. It does not expire; the time to appeal does.
 */
export const keyedSanctionUrl = (
  config: Secret & Pick<Config, 'publicUrl'>,
  sanctionId: string,
): string => `${config.publicUrl}${paths.sanction(sanctionId)}?key=${keyOf(config, sanctionId)}`

/** Whether we signed this key for this sanction. */
export function isKeyOf(config: Secret, sanctionId: string, key: string | undefined): boolean {
  if (key === undefined) return false
  const expected = Buffer.from(keyOf(config, sanctionId))
  const given = Buffer.from(key)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The same secret signs file links and more; the words before the colon keep them apart. */
const keyOf = ({ fileLinkSecret }: Secret, sanctionId: string): string =>
  createHmac('sha256', fileLinkSecret).update(`sanction:${sanctionId}`).digest('base64url')
