// Hand-written: each Intl format takes a slow phone some ten milliseconds to create, and every screen has amounts.

/** A whole number for people, en-US: "1,234". */
export const numberText = (whole: number): string => grouped(String(whole))

/** Digits with thousands separators: "1,234.50". At most two decimals. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?:\.|$))/g, ',')

/** A number of days: "1 day", "7 days". */
export const daysText = (days: number): string =>
  `${numberText(days)} ${days === 1 ? 'day' : 'days'}`
