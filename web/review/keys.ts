/** The actions of the room's keys, in the order of the help. Each has a button too. */
export const KEYS = [
  { does: 'toggle', keys: [' ', 'k'], shown: 'Space or K', says: 'Play or pause' },
  { does: 'reverse', keys: ['j'], shown: 'J', says: 'Play backwards, again: faster' },
  { does: 'faster', keys: ['l'], shown: 'L', says: 'Play, again: faster' },
  {
    does: 'frameBack',
    keys: ['arrowleft'],
    shown: '←',
    says: 'One frame back',
    paged: 'Previous page',
  },
  { does: 'frameOn', keys: ['arrowright'], shown: '→', says: 'One frame on', paged: 'Next page' },
  { does: 'secondBack', keys: ['shift+arrowleft'], shown: 'Shift + ←', says: 'One second back' },
  { does: 'secondOn', keys: ['shift+arrowright'], shown: 'Shift + →', says: 'One second on' },
  { does: 'comment', keys: ['c'], shown: 'C', says: 'Write a note here' },
  { does: 'rangeStart', keys: ['i'], shown: 'I', says: 'Begin a range here' },
  { does: 'rangeEnd', keys: ['o'], shown: 'O', says: 'End the range here' },
  { does: 'draw', keys: ['d'], shown: 'D', says: 'Draw on the frame' },
  { does: 'next', keys: ['n'], shown: 'N', says: 'Next open note' },
  { does: 'previous', keys: ['p'], shown: 'P', says: 'Previous open note' },
  { does: 'nextFile', keys: ['f'], shown: 'F', says: 'Next file of the version' },
  { does: 'previousFile', keys: ['shift+f'], shown: 'Shift + F', says: 'Previous file' },
  { does: 'resolve', keys: ['r'], shown: 'R', says: 'Resolve the selected note' },
  { does: 'help', keys: ['?', 'shift+?'], shown: '?', says: 'Show the keys' },
] as const

export type KeyAct = (typeof KEYS)[number]['does']

/** The action of a key: where there are pages, some keys turn them. */
export const saysOf = (entry: (typeof KEYS)[number], paged: boolean): string =>
  paged && 'paged' in entry ? entry.paged : entry.says

/** A button's tooltip: its action, and its key. */
export function tip(act: KeyAct, paged = false): string {
  const entry = KEYS.find(({ does }) => does === act)
  return entry ? `${saysOf(entry, paged)} (${entry.shown})` : ''
}

/** The value of a button's `aria-keyshortcuts`. */
export function shortcut(act: KeyAct): string | undefined {
  const [key] = KEYS.find(({ does }) => does === act)?.keys ?? []
  return key
    ?.replace(' ', 'Space')
    .replace('arrow', 'Arrow')
    .replace('Arrowl', 'ArrowL')
    .replace('Arrowr', 'ArrowR')
    .replace('shift+', 'Shift+')
}

/** Returns the action of a pressed key; null for one that has none here, or that belongs to the browser. */
export function actOf(event: {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}): KeyAct | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const name = `${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`
  return KEYS.find(({ keys }) => (keys as readonly string[]).includes(name))?.does ?? null
}
