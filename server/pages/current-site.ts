import { sameFeeTerms } from '#contract/fees.ts'
import type { FeeTerms } from '#contract/money.ts'
import type { Deps } from '#server/deps/deps.ts'
import { currentFeeTerms } from '#server/fees/fee-terms-store.ts'
import { type DrawPersonal, pageDrawer, personalDrawer } from './draw-page.ts'
import { drawnPages } from './drawn-page.ts'
import { type LicencePage, licencePage } from './licence-page.ts'
import { type ProfilePage, profilePage } from './profile-page.ts'
import { passwordNeeds } from './sign-up-rules.ts'
import { readWebPages, type WebPages } from './web-pages.ts'

/** How long pages state fee terms before they are re-read from the database, in ms. */
const TERMS_CHECK_MS = 60_000

/** The built pages and the rendered ones, all stating the same fee terms. */
export interface Site {
  pages: WebPages
  profile: ProfilePage
  licence: LicencePage
  drawPersonal: DrawPersonal
}

/**
 * Reads the build in `folder`, and reads it again when other fee terms are in force: another process may have been
 * started with them, or an operator may have added them ahead of time. No request waits for that; the old pages are
 * served until then, and while the database is down.
 */
export function currentSite(folder: string, deps: Deps): (now: Date) => Site {
  let terms = deps.config.feeTerms
  let site = siteWith(terms, folder, deps)
  let checkedAt = deps.clock().getTime()

  async function check(): Promise<void> {
    try {
      const { creator_bps, minimum_fee_cents } = await currentFeeTerms(deps.pool)
      const inForce = { creator_bps, minimum_fee_cents }
      if (sameFeeTerms(inForce, terms)) return
      site = siteWith(inForce, folder, deps)
      terms = inForce
    } catch (error) {
      deps.log.warn({ err: error }, 'the fee terms in force could not be read for the pages')
    }
  }

  return (now) => {
    if (Math.abs(now.getTime() - checkedAt) >= TERMS_CHECK_MS) {
      checkedAt = now.getTime()
      void check()
    }
    return site
  }
}

function siteWith(feeTerms: FeeTerms, folder: string, deps: Deps): Site {
  const { publicUrl, socialLinks, reviewWindowOutcome, minimumPriceCents, auth } = deps.config
  const pages = readWebPages(folder, { ...deps.config, feeTerms })
  const drawn = drawnPages(pages, pageDrawer(deps, folder))
  return {
    pages,
    profile: profilePage(deps, pages, drawn),
    licence: licencePage(deps, pages, drawn),
    drawPersonal: personalDrawer(deps, folder, {
      origin: publicUrl,
      socialLinks,
      reviewOutcome: reviewWindowOutcome,
      feeTerms,
      minimumPrice: minimumPriceCents,
      emailChange: auth.secureEmailChange ? 'both' : 'new',
      passwords: passwordNeeds(auth),
      signUps: auth.signups,
    }),
  }
}
