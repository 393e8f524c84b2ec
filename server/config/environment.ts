import { z } from 'zod'

/** A variable that is either on or off. */
export const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(fallback ? '1' : '0')
    .transform((value) => value === '1' || value === 'true')

/** An address without trailing slashes: paths are appended to it. */
export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
