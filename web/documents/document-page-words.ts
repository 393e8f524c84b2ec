/** The words of the pages about documents. The text printed on a document is the contract's (document-words.ts). */
export const documentPageWords = {
  card: 'Documents',
  /** What the links above a list lead to, which may be long. */
  below: 'Below the documents',
  page: 'Document',
  none: 'No documents yet',
  noneFor: {
    seller:
      'A receipt appears here when your money is held, a proof of purchase when it is released, a summary after each year.',
    creator:
      'A fee invoice and a proof of purchase appear here when a payment is released to you, a statement after each month and each payout to your bank.',
  },
  failed: 'Failed to load documents',
  back: 'Documents',
  details: 'What it consists of',
  print: 'Print',
  json: 'Save as JSON',
  pdf: 'Save as PDF',
  making: 'Making the PDF...',
  pdfFailed: 'The PDF could not be made. Please try again.',
  correctedBy: (number: string, amount: string) => `Corrected by ${number}: ${amount} taken back.`,
  openCorrection: 'Open the credit note',
  missing: 'No Such Document',
  missingHint: 'It does not exist, or it is not addressed to you.',
} as const
