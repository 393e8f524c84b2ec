import { AI_PARTS_SOURCE, AI_PARTS_TITLE, aiPartsText } from '#contract/ai-part-words.ts'
import { LICENCE_STATUS_WORDS, LICENCE_WORDS, VOID_WORDS } from '#contract/licence-words.ts'
import { isOver, shownStatus } from '#contract/licence-term.ts'
import { licenceCode, licenceErrors, SHOWN_HASH } from '#contract/licences.ts'
import { LICENCE_PAGE } from '#contract/pages.ts'
import { LICENCE_RATE } from '#contract/rate-limits.ts'
import type { Deps } from '#server/deps/deps.ts'
import { escapeHtml } from '#server/html/html.ts'
import { licenceByCode, type LicenceRow } from '#server/licences/record/licence-store.ts'
import { createLocalBuckets } from '#server/limits/local-buckets.ts'
import { networkOf } from '#server/limits/network.ts'
import type { HtmlPage } from './html-answer.ts'
import type { WebPages } from './web-pages.ts'

/** Answers the check page of a licence: 404 for a code that no one was given. */
export type LicencePage = (
  code: string,
  visitor: { ip: string; now: Date },
) => Promise<{ status: number; page: HtmlPage }>

/**
 * Serves the check page of a licence with its facts in the page: the state in one word in its title, and all of it for whoever runs no
 * scripts, such as the program of an advertising platform. Never indexed. A network that requested too many gets the app alone,
 * whose read of the licence is limited by itself.
 */
export function licencePage(deps: Deps, pages: Pick<WebPages, 'shell'>): LicencePage {
  const reads = createLocalBuckets(LICENCE_RATE)
  const { brandName } = deps.config
  const plain = pages.shell(LICENCE_PAGE, { title: `Licence · ${brandName}`, path: null })
  const missing = pages.shell(
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
    const licence = code === null ? null : await licenceByCode(deps.pool, code)
    if (licence === null) return { status: 404, page: missing }
    const word = LICENCE_STATUS_WORDS[shownStatus(licence, now)]
    const title = `${word}: licence ${licence.code} · ${brandName}`
    const description = `${licence.creator_name} to ${licence.seller_name}. ${licence.sentence}`
    const page = pages.shell(
      LICENCE_PAGE,
      { title, description, path: null },
      `<noscript>${factsOf(licence, word, now)}</noscript>`,
    )
    return { status: 200, page }
  }
}

/** What the screen says (web/licences/LicenceScreen.tsx), without what needs scripts. */
function factsOf(licence: LicenceRow, word: string, now: Date): string {
  const { code, sentence, files, ends_on: endsOn, void_reason: reason } = licence
  const facts: [string, string][] = [
    ['Creator', licence.creator_name],
    ['Brand', licence.seller_name],
    ['Valid since', licence.granted_at.slice(0, 10)],
    [endsOn === null ? 'Term' : 'Valid until', endsOn ?? 'No end date'],
  ]
  const why =
    reason !== null ? VOID_WORDS[reason] : isOver(endsOn, now) ? LICENCE_WORDS.expired : null
  return [
    `<main><h1>Licence ${code}</h1><p><strong>${word}</strong></p>`,
    why === null ? '' : `<p>${escapeHtml(why)}</p>`,
    `<p>${escapeHtml(sentence)}</p><dl>`,
    ...facts.map(([term, value]) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`),
    '</dl><ul>',
    ...files.map(
      ({ name, sha256, ai_parts: parts }) =>
        `<li>${escapeHtml(name)}, SHA-256 ${sha256.slice(0, SHOWN_HASH)}…${parts === null ? '' : `. ${AI_PARTS_TITLE}: ${aiPartsText(parts)}`}</li>`,
    ),
    '</ul>',
    files.some(({ ai_parts }) => ai_parts !== null) ? `<p>${AI_PARTS_SOURCE}</p>` : '',
    '</main>',
  ].join('')
}
