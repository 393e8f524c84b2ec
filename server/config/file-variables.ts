import { z } from 'zod'
import { parseClamdAddress } from './clamd-address.ts'
import { SECRET_CHARACTERS } from './keyring-config.ts'
import { kmsEnvironment } from './kms-config.ts'

/** Where files are kept and served, what encrypts and what scans them. */
export const fileEnvironment = {
  FILE_LINK_SECRET: z
    .string()
    .min(SECRET_CHARACTERS)
    .optional()
    .describe(
      'Signs links to private files and seals signing keys and second factors: version 1 of the key of the server. Never change it; KEYRING_FILE adds versions. `npm start` keeps one in DATA_DIR.',
    ),
  KEYRING_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A file (mode 600) with the versions of keys, so that each can be replaced: `npm run keys:announce -- server` makes the next one. The same for all processes.',
    ),
  ...kmsEnvironment,
  CLAMD_ADDRESS: z
    .string()
    .refine((text) => parseClamdAddress(text) !== null, 'is host:port or the path of a socket')
    .optional()
    .describe(
      'host:port or the path of the socket of a clamd that scans every upload. While it does not answer, uploads answer 503.',
    ),
  PRIVATE_FILES_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Another origin for private files, such as https://files.example, with a host that leads to the same processes. It then serves them and nothing else, and PUBLIC_URL serves none of them.',
    ),
  STORAGE_S3_BUCKET: z
    .string()
    .min(1)
    .optional()
    .describe(
      'If set, finished files are stored in this bucket of an S3-compatible store instead of DATA_DIR.',
    ),
  STORAGE_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The endpoint of the store; without it, Amazon for the region.'),
  STORAGE_S3_REGION: z.string().min(1).default('us-east-1').describe('The region of the bucket.'),
  STORAGE_S3_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Both keys or neither: without them the SDK uses its own defaults (its variables, the role of the machine).',
    ),
  STORAGE_S3_SECRET_KEY: z.string().min(1).optional().describe('See STORAGE_S3_ACCESS_KEY.'),
  STORAGE_S3_PATH_STYLE: z
    .enum(['0', '1', 'true', 'false'])
    .optional()
    .describe(
      'Puts the bucket into the path instead of the host name; on where an endpoint is set.',
    ),
  STORAGE_RESERVE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(128)
    .describe('MiB that uploads leave free on the disk of DATA_DIR; below it they answer 507.'),
  FFMPEG_PATH: z
    .string()
    .min(1)
    .default('ffmpeg')
    .describe(
      'Makes posters, storyboards and previews of videos. Where it is missing, the libraries that npm installed do; "none": the originals play.',
    ),
}
