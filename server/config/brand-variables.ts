import { z } from 'zod'

const https = z.url({ protocol: /^https$/ })

/** How the product presents itself. */
export const brandEnvironment = {
  BRAND_NAME: z
    .string()
    .min(1)
    .default('Cartwright')
    .describe(
      'What the product calls itself. Pages have the name that was set while the web app was built.',
    ),
  SUPPORT_EMAIL: z
    .email()
    .default('support@cartwright.example')
    .describe(
      'Where people write when something is wrong. Pages have the address that was set while the web app was built.',
    ),
  SOCIAL_INSTAGRAM_URL: https
    .optional()
    .describe(
      'The footer has an icon for each of these https addresses that is set; outside production, for all of them.',
    ),
  SOCIAL_TIKTOK_URL: https.optional().describe('See SOCIAL_INSTAGRAM_URL.'),
  SOCIAL_YOUTUBE_URL: https.optional().describe('See SOCIAL_INSTAGRAM_URL.'),
  SOCIAL_TWITTER_URL: https.optional().describe('See SOCIAL_INSTAGRAM_URL.'),
}
