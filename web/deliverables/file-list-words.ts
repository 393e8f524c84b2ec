/** The words about several files before they are handed in. */
export const fileListWords = {
  label: 'Files of this delivery',
  hint: 'The first file stands for the delivery in lists and emails.',
  itemOf: (name: string) => `What ${name} is for`,
  item: (name: string, filled: number, count: number) => `${name} (${filled} of ${count})`,
  none: 'None of these',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  uploaded: 'Uploaded',
  arrived: (name: string) => `${name} uploaded`,
} as const
