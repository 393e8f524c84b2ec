import { expect, test } from 'vitest'
import { brandOf } from './brand.ts'

test.each(['', ' '])('a brand’s fact that is set to "%s" has its default', (blank) => {
  const names = ['BRAND_NAME', 'SUPPORT_EMAIL', 'CAREERS_EMAIL', 'SUPPORT_PHONE']
  const env = Object.fromEntries(names.map((name) => [name, blank]))
  expect(brandOf({ ...env, PRESS_EMAIL: 'press@market.example' })).toMatchObject({
    name: 'Cartwright',
    supportEmail: 'support@cartwright.example',
    careersEmail: 'careers@cartwright.example',
    pressEmail: 'press@market.example',
    phone: '+1 (555) 010-0142',
  })
})
