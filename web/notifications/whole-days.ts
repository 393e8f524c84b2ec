const DAY = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?:, \d{4})?/g

/** Keeps the dates in a server's sentence from breaking across lines. */
export const withWholeDays = (sentence: string): string =>
  sentence.replace(DAY, (day) => day.replaceAll(' ', '\u00a0'))
