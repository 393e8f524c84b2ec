/** The other side, while they are in the room; null otherwise. */
export interface Partner {
  name: string
  /** Where they are, in ms; null when they look at another version. */
  atMs: number | null
}

export function usePartner(): Partner | null {
  return null
}
