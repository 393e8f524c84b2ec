const DAY = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?:, \d{4})?/g

/** A sentence of the server's in which no line ends within a day. */
export const withWholeDays = (sentence: string): string =>
  sentence.replace(DAY, (day) => day.replaceAll(' ', '\u00a0'))
