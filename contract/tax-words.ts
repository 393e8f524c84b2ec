/** The names of a person's tax details, and of the tax on a document. */
export const taxWords = {
  card: 'Details for Documents',
  text: 'New documents show these details. Earlier ones stay as they are.',
  seen: 'Your address is on your own documents. Someone you made a deal with sees it only if you are a business.',
  name: 'Legal name',
  address: 'Address',
  country: 'Country',
  business: 'I am a registered business',
  id: 'Tax number',
  idHint:
    'Only where you have one as a business, such as a VAT number or an EIN. Never a number of a person.',
  save: 'Save details',
  saving: 'Saving...',
  saved: 'Details saved',
  failed: 'Failed to load your details',
  choose: 'Choose a country',
  nameRequired: 'Enter the name that your tax office knows.',
  addressRequired: 'Enter your address.',
  addressLines: 'Please use at most five lines.',
  countryRequired: 'Choose a country.',
  idWrong: 'This is not a tax number of a business in that country.',
  idOfBusiness: 'A tax number is for registered businesses.',
} as const

/** On documents: the tax number below an address. */
export const taxIdLine = (id: string): string => `Tax number: ${id}`

const NET = 'Before tax'

/** The lines above a document's total that say which tax it includes: none where no tax is due. */
export const taxLines = (
  tax: { name: string; percent: number; net: number; amount: number } | null,
): [text: string, usd: number][] =>
  tax === null || tax.percent === 0
    ? []
    : [
        [NET, tax.net],
        [`${tax.name} ${tax.percent}%`, tax.amount],
      ]
