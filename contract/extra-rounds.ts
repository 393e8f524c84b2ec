/** "an extra round", "2 extra rounds". */
export const extraRounds = (more: number): string =>
  more === 1 ? 'an extra round' : `${more} extra rounds`
