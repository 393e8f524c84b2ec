import { countryName } from './countries.ts'
import { LICENCE_USES, isStandard, type LicenceTerms, type LicenceUse } from './licence-rights.ts'
import { formatCents } from './money.ts'
import { LICENCE_WORDS } from './licence-words.ts'

/** Uses, worded for the middle of the sentence. */
const USE_WORDS: Readonly<Record<LicenceUse, string>> = {
  social: 'on its own social media',
  website: 'on its website and in its mails',
  marketplaces: 'on product pages of marketplaces',
  paid_ads: 'in paid ads',
  out_of_home: 'on posters and screens in public',
  tv: 'on television and streaming services',
  print: 'in print',
}

/** Countries whose name takes an article. */
const WITH_ARTICLE: ReadonlySet<string> = new Set(
  'AE BS CD CF CK DO FK FO GB GM KM KY MH MP MV NL PH SB TC US VA VG VI'.split(' '),
)

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/**
 * The terms in words, the same wherever a licence is named: on projects before anyone prices them, on the deal, the
 * certificate and the check page. The standard terms use SPEC §6's own words.
 */
export const licenceSentence = (terms: LicenceTerms): string =>
  `${isStandard(terms) ? LICENCE_WORDS.grant : statedGrant(terms)} ${LICENCE_WORDS.noTraining}`

function statedGrant(terms: LicenceTerms): string {
  const kind = terms.exclusive ? 'an exclusive' : 'a non-exclusive'
  const grant = `After approval and payment the brand receives ${kind}, royalty-free licence to ${actsOf(terms)} ${placesOf(terms)}`
  return `${[grant, ...extrasOf(terms)].join('; ')}.`
}

function actsOf({ edits }: LicenceTerms): string {
  if (edits === 'cut') return 'use and publish it, shortened, captioned or in other formats,'
  return edits ? 'use, edit and publish it' : 'use and publish it unchanged'
}

function placesOf({ scope, territory, term_months: months }: LicenceTerms): string {
  const where =
    scope === 'any'
      ? 'in any medium'
      : list.format(LICENCE_USES.filter((use) => scope.includes(use)).map((use) => USE_WORDS[use]))
  const lands = territory === 'world' ? 'worldwide' : `in ${list.format(territory.map(landOf))}`
  const until = months === null ? 'without an end' : `for ${monthsOf(months)} from the release`
  return `${where}, ${lands}, ${until}`
}

const landOf = (code: string) => `${WITH_ARTICLE.has(code) ? 'the ' : ''}${countryName(code)}`
/** "1 month", "6 months"; with a word in between, "6 more months". */
export const monthsText = (months: number, word = ''): string =>
  months === 1 ? `1 ${word}month` : `${months} ${word}months`
const monthsOf = (months: number) => monthsText(months)

function extrasOf(terms: LicenceTerms): string[] {
  const { raw_footage: raw, handle_days: days, rivals_months: rivals, credit } = terms
  const { extend_months: extend, extend_cents: cents } = terms
  return [
    raw ? 'the raw footage is part of it' : '',
    days === undefined ? '' : `ads may run from the creator’s own account for ${days} days`,
    rivals === undefined
      ? ''
      : `the creator makes nothing for a competing brand for ${monthsOf(rivals)}`,
    credit ? 'the creator is named' : '',
    extend === undefined || cents === undefined
      ? ''
      : `the brand may add ${monthsText(extend, 'more ')} for ${formatCents(cents)}, as often as it wants`,
  ].filter((words) => words !== '')
}
