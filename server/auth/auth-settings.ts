import {
  AUTH_PATH,
  AUTH_RATES,
  AUTH_SECONDS,
  type AuthRate,
  type RateRule,
} from '#contract/auth.ts'
import type { Config } from '#server/config.ts'

/** How this instance of the service behaves; every mode of AUTH.md is a value here, not a branch elsewhere. */
export interface AuthSettings {
  /** The product's address without a trailing slash: where people land, whose origin may call. */
  siteUrl: string
  /** The service's own address, and the `iss` of its tokens. */
  issuer: string
  /** Further addresses a redirect may lead to; `*` stops at '.' and '/'. */
  redirectAllowList: readonly string[]
  brandName: string
  /** Rules by what they limit; empty when limits are switched off for tests. */
  rates: Partial<Record<AuthRate, RateRule>>
  /** Seconds between two mails of one kind to one address; 0 when limits are off. */
  mailInterval: number
}

export function authSettings(config: Config): AuthSettings {
  return {
    siteUrl: config.publicUrl,
    issuer: `${config.publicUrl}${AUTH_PATH}`,
    redirectAllowList: [],
    brandName: config.brandName,
    rates: config.authTestLimits ? {} : AUTH_RATES,
    mailInterval: config.authTestLimits ? 0 : AUTH_SECONDS.mailInterval,
  }
}
