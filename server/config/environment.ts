import { z } from 'zod'

/** A variable that is either on or off. */
export const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(fallback ? '1' : '0')
    .transform((value) => value === '1' || value === 'true')

/** The address of a site: an origin, in the form in which browsers name it. */
export const siteAddress = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => URL.canParse(text) && `${new URL(text).origin}/` === new URL(text).href,
    'is an address without a path, such as https://market.example',
  )
  .transform((text) => new URL(text).origin)

/** An address without trailing slashes: paths are appended to it. */
export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
