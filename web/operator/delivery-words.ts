/** The console's texts about deliveries. */
export const deliveryWords = {
  title: 'Deliverables',
  none: 'Nothing was handed in.',
  version: (version: number) => `Version ${version}`,
  handedIn: 'Handed in',
  answered: 'answered',
  filesOf: (version: number) => `Files of version ${version}`,
  noItem: 'for no item',
  checks: (brief: number) => `Checked by version ${brief} of the brief`,
  creator: 'Creator',
} as const
