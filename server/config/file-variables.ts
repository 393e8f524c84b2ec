import { z } from 'zod'
import { parseClamdAddress } from './clamd-address.ts'
import { SECRET_CHARACTERS } from './keyring-config.ts'
import { kmsEnvironment } from './kms-config.ts'

/** Where files are stored and served, what encrypts them and what scans them. */
export const fileEnvironment = {
  FILE_LINK_SECRET: z
    .string()
    .min(SECRET_CHARACTERS)
    .optional()
    .describe(
      'Signs links to private files and encrypts signing keys and second factors: version 1 of the server key. Never change it; KEYRING_FILE adds versions. `npm start` generates one and stores it in DATA_DIR.',
    ),
  KEYRING_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A file (mode 600) with the versions of keys, so that keys can be rotated: `npm run keys:announce -- server` adds the next version. The same for all processes.',
    ),
  ...kmsEnvironment,
  CLAMD_ADDRESS: z
    .string()
    .refine((text) => parseClamdAddress(text) !== null, 'is host:port or the path of a socket')
    .optional()
    .describe(
      'host:port or the socket path of a clamd that scans every upload. While it is down, uploads answer 503.',
    ),
  PRIVATE_FILES_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Another origin for private files, such as https://files.example, whose host resolves to the same processes. It then serves them and nothing else, and PUBLIC_URL serves none of them.',
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
      'Set both keys or neither: without them the SDK uses its own defaults (its environment variables, the role of the machine).',
    ),
  STORAGE_S3_SECRET_KEY: z.string().min(1).optional().describe('See STORAGE_S3_ACCESS_KEY.'),
  STORAGE_S3_PATH_STYLE: z
    .enum(['0', '1', 'true', 'false'])
    .optional()
    .describe(
      'Puts the bucket into the path instead of the host name; on by default if an endpoint is set.',
    ),
  STORAGE_RESERVE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(128)
    .describe('MiB that uploads leave free on the disk of DATA_DIR; below that they answer 507.'),
  FFMPEG_PATH: z
    .string()
    .min(1)
    .default('ffmpeg')
    .describe(
      'Makes posters, storyboards and previews of videos. If it is missing, the FFmpeg libraries from npm are used; "none": no previews, the originals play.',
    ),
}
