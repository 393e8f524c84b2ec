/** "no rounds of revision", "1 round of revision", "2 rounds of revision". */
export const roundsText = (rounds: number): string =>
  rounds === 0
    ? 'no rounds of revision'
    : `${rounds} ${rounds === 1 ? 'round' : 'rounds'} of revision`
