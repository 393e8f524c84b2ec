// Hand-written: creating one Intl format takes a slow phone about ten milliseconds, and every screen shows amounts.

/** Formats a whole number for people, in en-US: "1,234". */
export const numberText = (whole: number): string => grouped(String(whole))

/** Formats digits with thousands separators: "1,234.50". At most two decimals. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?:\.|$))/g, ',')

/** Formats a number of days: "1 day", "7 days". */
export const daysText = (days: number): string =>
  `${numberText(days)} ${days === 1 ? 'day' : 'days'}`
