/** What a brand reads around acts about several cards. */
export const bulkWords = {
  label: 'Select',
  select: (name: string) => `Select ${name}`,
} as const
