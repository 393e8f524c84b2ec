import { LICENCE_STATUS_WORDS } from '#contract/licence-words.ts'
import { licenceCode, licenceErrors } from '#contract/licences.ts'
import { LICENCE_PAGE } from '#contract/pages.ts'
import { paths } from '#contract/paths.ts'
import { LICENCE_RATE } from '#contract/rate-limits.ts'
import type { Deps } from '#server/deps/deps.ts'
import { presentLicence } from '#server/licences/licence-presenter.ts'
import { licenceByCode } from '#server/licences/record/licence-store.ts'
import { createLocalBuckets } from '#server/limits/local-buckets.ts'
import { networkOf } from '#server/limits/network.ts'
import type { DrawnPage } from './drawn-page.ts'
import type { HtmlPage } from './html-answer.ts'
import type { WebPages } from './web-pages.ts'

/** Serves the check page of a licence: 404 for a code that was never issued. */
export type LicencePage = (
  code: string,
  visitor: { ip: string; now: Date },
) => Promise<{ status: number; page: HtmlPage }>

/**
 * Serves the check page of a licence, rendered (drawn-page.ts), with its state as one word in the title, so it also
 * works without scripts, for example for the crawler of an advertising platform. Never indexed. A network with too many
 * requests gets only the app, whose read of the licence has its own limit.
 */
export function licencePage(
  deps: Deps,
  { shell }: Pick<WebPages, 'shell'>,
  drawn: DrawnPage,
): LicencePage {
  const reads = createLocalBuckets(LICENCE_RATE)
  const { brandName } = deps.config
  const plain = shell(LICENCE_PAGE, { title: `Licence · ${brandName}`, path: null })
  const missing = shell(
    LICENCE_PAGE,
    {
      title: `No Such Licence · ${brandName}`,
      description: licenceErrors['licence.not_found'].message,
      path: null,
    },
    `<noscript><main><h1>No Such Licence</h1><p>${licenceErrors['licence.not_found'].message}</p></main></noscript>`,
  )
  return async (typed, { ip, now }) => {
    if (reads.take(networkOf(ip), now.getTime()) > 0) return { status: 200, page: plain }
    const code = licenceCode(typed)
    const row = code === null ? null : await licenceByCode(deps.pool, code)
    if (row === null) return { status: 404, page: missing }
    const licence = presentLicence(row, null, now)
    const head = {
      title: `${LICENCE_STATUS_WORDS[licence.status]}: licence ${licence.code} · ${brandName}`,
      description: `${licence.creator_name} to ${licence.seller_name}. ${licence.sentence}`,
      path: null,
    }
    const page = await drawn(
      { name: 'licence', path: paths.licence(licence.code), head, known: { licence } },
      () => true,
    )
    return { status: 200, page }
  }
}
