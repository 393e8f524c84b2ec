import type { LicenceUse } from '#contract/licence-rights.ts'

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`)

/** What forms and pages say about the licence of a project. */
export const licenceFormWords = {
  title: 'Licence',
  switch: 'State another licence',
  switchHint: 'Creators read it before they name a price. It stays once someone has applied.',
  uses: 'Where you use the work',
  usesHint: 'Tick none to use it in any medium.',
  use: {
    social: 'Own social media',
    website: 'Website and mails',
    marketplaces: 'Marketplace product pages',
    paid_ads: 'Paid ads',
    out_of_home: 'Posters and screens in public',
    tv: 'Television and streaming',
    print: 'Print',
  } satisfies Record<LicenceUse, string>,
  countries: 'Countries',
  countriesHint: 'Choose none to use it worldwide.',
  countriesFull: 'A licence names up to 30 countries.',
  addCountry: 'Add a country',
  term: 'For how long',
  noEnd: 'Without an end',
  months,
  edits: 'Edits',
  edit: {
    any: 'Any edits',
    cut: 'Shortening, captions, other formats',
    none: 'No edits',
  },
  exclusive: 'Exclusivity',
  exclusiveNo: 'Others may use the work too',
  exclusiveYes: 'Only you may use the work',
  rivals: 'Competing brands',
  rivalsNo: 'The creator may work for them',
  rivalsFor: (count: number) => `Not for ${months(count)}`,
  handle: 'Ads from the creator’s account',
  handleNo: 'None',
  handleFor: (days: number) => `For ${days} days`,
  raw: 'Include the raw footage',
  credit: 'Name the creator',
  preview: 'Creators will read',
} as const
