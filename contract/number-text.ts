// Written out: each Intl format takes a slow phone some ten milliseconds to make, and every screen has amounts on it.

/** A number for people, en-US: "1,234.50" with two decimals. Halves are rounded away from zero. */
export function numberText(value: number, decimals = 0): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
